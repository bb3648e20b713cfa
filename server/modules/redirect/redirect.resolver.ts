import { bool, int, listOf, objectType, ref, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { label } from '../../graphql/selection-type';

const LpoEntryType = objectType('LpoEntry', { id: int, title: text, url: text, rate: int });

export const RedirectResolver = readResolver({
  type: 'Redirect',
  one: 'redirect',
  many: 'redirects',
  fields: {
    id: int,
    productId: int,
    adId: int,
    ad: label,
    redirectUrl: text,
    redirectLink: text,
    lpoFlag: bool,
    dynamicLpurl: bool,
    lpo: listOf(ref(() => LpoEntryType)),
    ...settingFields,
  },
  filters: ['id', 'adId', 'redirectUrl', 'lpoFlag', 'dynamicLpurl'],
  ofProduct: true,
  service: ({ redirects }) => redirects,
});
