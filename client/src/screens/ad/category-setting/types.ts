import {
  useAdTypeQuery,
  useAdTypesQuery,
  useCreateAdTypeMutation,
  useDeleteAdTypeMutation,
  useUpdateAdTypeMutation,
  type AdTypeFieldsFragment,
  type AdTypesQuery,
} from '../../../generated/graphql';
import { columnsOf } from '../../../kit/list/columns';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { oneSource, remover, saver } from '../../../kit/resource/sources';

type Row = AdTypesQuery['adTypes']['results'][number];
/** Whether a type is type 1, 2 or 3 of an ad. */
export type Sequence = 1 | 2 | 3;
const column = columnsOf<Row>('adType');

/** The types of one sequence. */
export const typesOf = (sequence: Sequence): Resource<Row, AdTypeFieldsFragment> => ({
  key: 'ad_type',
  path: '/ad/category-setting',
  right: 'ad_categories',
  perProduct: true,
  opens: 'dialog',
  hasPage: false,
  dependents: 'AD_TYPE',
  restPath: '/api/v1/ad_types',
  fixedFilter: { sequence: [sequence] },
  nameOf: ({ title }) => title,
  preset: () => ({ sequence }),
  form: {
    entity: 'adType',
    sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'title', autoFocus: true }] }],
  },
  columns: [column.id({ hidden: true }), column.name('title', { width: 360 }), column.time('createdAt'), column.time('updatedAt')],
  useRows: listSource(useAdTypesQuery, 'adTypes', (variables, productId) => ({ ...variables, productId })),
  useOne: oneSource(useAdTypeQuery, 'adType'),
  useSave: saver(
    useCreateAdTypeMutation,
    ({ createAdType }) => createAdType,
    useUpdateAdTypeMutation,
    ({ updateAdType }) => updateAdType,
    { perProduct: true },
  ),
  useRemove: remover(useDeleteAdTypeMutation),
});
