import {
  useAdCategoriesQuery,
  useAdCategoryQuery,
  useCreateAdCategoryMutation,
  useDeleteAdCategoryMutation,
  useUpdateAdCategoryMutation,
} from '../../../generated/graphql';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';

export const categories = defineSetting(
  {
    productList: useAdCategoriesQuery,
    one: useAdCategoryQuery,
    create: useCreateAdCategoryMutation,
    update: useUpdateAdCategoryMutation,
    remove: useDeleteAdCategoryMutation,
  },
  {
    key: 'ad_category',
    path: '/ad/category-setting',
    right: 'ad_categories',
    dependents: 'AD_CATEGORY',
    restPath: '/api/v1/ad_categories',
    nameOf: ({ title }) => title,
    form: oneSection('adCategory', [{ name: 'title', autoFocus: true }]),
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('title', { width: 360 }),
      column.time('createdAt'),
      column.time('updatedAt'),
    ],
  },
);
