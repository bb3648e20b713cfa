import {
  useAdTypeQuery,
  useAdTypesQuery,
  useCreateAdTypeMutation,
  useDeleteAdTypeMutation,
  useUpdateAdTypeMutation,
} from '../../../generated/graphql';
import { oneSection } from '../../../kit/form/form-definition';
import { defineSetting } from '../../../kit/setting/define-setting';

/** Type slot of an ad: type 1, 2 or 3. */
export type Sequence = 1 | 2 | 3;

/** Returns the setting resource of one type slot. */
export const typesOf = (sequence: Sequence) =>
  defineSetting(
    {
      productList: useAdTypesQuery,
      one: useAdTypeQuery,
      create: useCreateAdTypeMutation,
      update: useUpdateAdTypeMutation,
      remove: useDeleteAdTypeMutation,
    },
    {
      key: 'ad_type',
      path: '/ad/category-setting',
      right: 'ad_categories',
      hasPage: false,
      dependents: 'AD_TYPE',
      restPath: '/api/v1/ad_types',
      fixedFilter: { sequence: [sequence] },
      nameOf: ({ title }) => title,
      preset: () => ({ sequence }),
      form: oneSection('adType', [{ name: 'title', autoFocus: true }]),
      columns: (column) => [
        column.id({ hidden: true }),
        column.name('title', { width: 360 }),
        column.time('createdAt'),
        column.time('updatedAt'),
      ],
    },
  );
