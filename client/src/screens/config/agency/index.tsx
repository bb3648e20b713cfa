import {
  useAgenciesQuery,
  useAgencyQuery,
  useCreateAgencyMutation,
  useDeleteAgencyMutation,
  useUpdateAgencyMutation,
} from '../../../generated/graphql';
import { oneSection } from '../../../kit/form/form-definition';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';

/** Agencies that run ads for the company. */
export const { List, Detail } = settingScreens(
  defineSetting(
    {
      list: useAgenciesQuery,
      one: useAgencyQuery,
      create: useCreateAgencyMutation,
      update: useUpdateAgencyMutation,
      remove: useDeleteAgencyMutation,
    },
    {
      key: 'agency',
      path: '/config/agency',
      right: 'agencies',
      dependents: 'AGENCY',
      restPath: '/api/v1/agencies',
      nameOf: ({ agencyName }) => agencyName,
      form: oneSection('agency', [{ name: 'agencyName', autoFocus: true }, 'agencyDesc']),
      columns: (column) => [
        column.id({ hidden: true }),
        column.name('agencyName'),
        column.text('agencyDesc', { width: 360 }),
        column.time('createdAt', { hidden: true }),
        column.time('updatedAt'),
      ],
    },
  ),
);
