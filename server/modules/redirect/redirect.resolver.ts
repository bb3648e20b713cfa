import { entities } from '../../../shared/entities';
import { bool, inputType, int, listOf, objectType, opt, ref, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { entityInput, writeResolver } from '../../graphql/write-resolver';
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
    submittionUrl: text,
    lpoFlag: bool,
    dynamicLpurl: bool,
    lpo: listOf(ref(() => LpoEntryType)),
    ...settingFields,
  },
  filters: ['id', 'adId', 'redirectUrl', 'lpoFlag', 'dynamicLpurl'],
  ofProduct: true,
  service: ({ redirects }) => redirects,
});

const LpoEntryInputType = inputType('LpoEntryInput', entityInput(entities.redirect.fields.lpo.entry ?? {}));

export const RedirectWriteResolver = writeResolver({
  entity: 'redirect',
  type: 'Redirect',
  more: { productId: opt(int) },
  entries: { lpo: LpoEntryInputType },
  writer: ({ writes }) => writes.redirects,
});
