import { int, settingFields, text } from '../../graphql/fields';
import { readResolver } from '../../graphql/read-resolver';

export const AdCategoryResolver = readResolver({
  type: 'AdCategory',
  one: 'adCategory',
  many: 'adCategories',
  fields: { id: int, productId: int, title: text, ...settingFields },
  filters: ['id', 'title'],
  ofProduct: true,
  service: ({ adCategories }) => adCategories,
});
