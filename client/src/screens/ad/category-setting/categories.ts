import {
  useAdCategoriesQuery,
  useAdCategoryQuery,
  useCreateAdCategoryMutation,
  useDeleteAdCategoryMutation,
  useUpdateAdCategoryMutation,
  type AdCategoriesQuery,
  type AdCategoryFieldsFragment,
} from '../../../generated/graphql';
import { columnsOf } from '../../../kit/list/columns';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { oneSource, remover, saver } from '../../../kit/resource/sources';

type Row = AdCategoriesQuery['adCategories']['results'][number];
const column = columnsOf<Row>('adCategory');

/** Categories of ads. */
export const categories: Resource<Row, AdCategoryFieldsFragment> = {
  key: 'ad_category',
  path: '/ad/category-setting',
  right: 'ad_categories',
  perProduct: true,
  opens: 'dialog',
  dependents: 'AD_CATEGORY',
  restPath: '/api/v1/ad_categories',
  nameOf: ({ title }) => title,
  form: {
    entity: 'adCategory',
    sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'title', autoFocus: true }] }],
  },
  columns: [column.id({ hidden: true }), column.name('title', { width: 360 }), column.time('createdAt'), column.time('updatedAt')],
  useRows: listSource(useAdCategoriesQuery, 'adCategories', (variables, productId) => ({ ...variables, productId })),
  useOne: oneSource(useAdCategoryQuery, 'adCategory'),
  useSave: saver(
    useCreateAdCategoryMutation,
    ({ createAdCategory }) => createAdCategory,
    useUpdateAdCategoryMutation,
    ({ updateAdCategory }) => updateAdCategory,
    { perProduct: true },
  ),
  useRemove: remover(useDeleteAdCategoryMutation),
};
