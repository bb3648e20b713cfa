import { int, opt, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';
import { writeResolver } from '../../graphql/write-resolver';

export const AdCategoryResolver = readResolver({
  type: 'AdCategory',
  one: 'adCategory',
  many: 'adCategories',
  fields: { id: int, productId: int, title: text, ...settingFields },
  filters: ['id', 'title'],
  ofProduct: true,
  service: ({ adCategories }) => adCategories,
});

export const AdCategoryWriteResolver = writeResolver({
  entity: 'adCategory',
  type: 'AdCategory',
  more: { productId: opt(int) },
  writer: ({ writes }) => writes.adCategories,
});
