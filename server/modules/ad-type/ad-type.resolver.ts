import { int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const AdTypeResolver = readResolver({
  type: 'AdType',
  one: 'adType',
  many: 'adTypes',
  fields: { id: int, productId: int, sequence: int, title: text, ...settingFields },
  filters: ['id', 'sequence', 'title'],
  ofProduct: true,
  service: ({ adTypes }) => adTypes,
});

export const AdTypeWriteResolver = writeResolver({
  entity: 'adType',
  type: 'AdType',
  more: { productId: opt(int) },
  writer: ({ writes }) => writes.adTypes,
});
