import { int, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';

export const AdTypeResolver = readResolver({
  type: 'AdType',
  one: 'adType',
  many: 'adTypes',
  fields: { id: int, productId: int, sequence: int, title: text, ...settingFields },
  filters: ['id', 'sequence', 'title'],
  ofProduct: true,
  service: ({ adTypes }) => adTypes,
});
