import {
  useAgenciesQuery,
  useAgencyQuery,
  useCreateAgencyMutation,
  useDeleteAgencyMutation,
  useUpdateAgencyMutation,
  type AgenciesQuery,
  type AgencyFieldsFragment,
} from '../../../generated/graphql';
import { columnsOf } from '../../../kit/list/columns';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { ResourceList } from '../../../kit/resource/resource-list';
import { ResourcePage } from '../../../kit/resource/resource-page';
import { oneSource, remover, saver } from '../../../kit/resource/sources';

type Row = AgenciesQuery['agencies']['results'][number];
const column = columnsOf<Row>('agency');

const agency: Resource<Row, AgencyFieldsFragment> = {
  key: 'agency',
  path: '/config/agency',
  right: 'agencies',
  perProduct: false,
  opens: 'dialog',
  dependents: 'AGENCY',
  restPath: '/api/v1/agencies',
  nameOf: ({ agencyName }) => agencyName,
  form: {
    entity: 'agency',
    sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'agencyName', autoFocus: true }, 'agencyDesc'] }],
  },
  columns: [
    column.id({ hidden: true }),
    column.name('agencyName'),
    column.text('agencyDesc', { width: 360 }),
    column.time('createdAt', { hidden: true }),
    column.time('updatedAt'),
  ],
  useRows: listSource(useAgenciesQuery, 'agencies', (variables) => variables),
  useOne: oneSource(useAgencyQuery, 'agency'),
  useSave: saver(
    useCreateAgencyMutation,
    ({ createAgency }) => createAgency,
    useUpdateAgencyMutation,
    ({ updateAgency }) => updateAgency,
    { perProduct: false },
  ),
  useRemove: remover(useDeleteAgencyMutation),
};

/** Agencies that run ads for the company. */
export const AgencySetting = () => <ResourceList resource={agency} />;
export const AgencySettingDetail = () => <ResourcePage resource={agency} />;
