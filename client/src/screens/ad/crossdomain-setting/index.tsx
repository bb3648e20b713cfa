import {
  useCreateDomainMutation,
  useDeleteDomainMutation,
  useDomainQuery,
  useDomainsQuery,
  useUpdateDomainMutation,
  type DomainFieldsFragment,
  type DomainsQuery,
} from '../../../generated/graphql';
import { columnsOf } from '../../../kit/list/columns';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { ResourceList } from '../../../kit/resource/resource-list';
import { ResourcePage } from '../../../kit/resource/resource-page';
import { oneSource, remover, saver } from '../../../kit/resource/sources';

type Row = DomainsQuery['domains']['results'][number];
const column = columnsOf<Row>('crossdomain');

const crossdomainSetting: Resource<Row, DomainFieldsFragment> = {
  key: 'crossdomain_setting',
  path: '/ad/crossdomain-setting',
  right: 'crossdomains',
  perProduct: true,
  opens: 'dialog',
  dependents: 'DOMAIN',
  restPath: '/api/v1/domains',
  nameOf: ({ senderName }) => senderName,
  form: {
    entity: 'crossdomain',
    sections: [{ key: 'basic', title: (t) => t('settings.section.basic'), items: [{ name: 'senderName', autoFocus: true }, 'senderDomain'] }],
  },
  columns: [
    column.id({ hidden: true }),
    column.name('senderName'),
    column.text('senderDomain', { width: 280 }),
    column.time('createdAt', { hidden: true }),
    column.time('updatedAt'),
  ],
  useRows: listSource(useDomainsQuery, 'domains', (variables, productId) => ({ ...variables, productId })),
  useOne: oneSource(useDomainQuery, 'domain'),
  useSave: saver(
    useCreateDomainMutation,
    ({ createDomain }) => createDomain,
    useUpdateDomainMutation,
    ({ updateDomain }) => updateDomain,
    { perProduct: true },
  ),
  useRemove: remover(useDeleteDomainMutation),
};

/** Domains whose landing pages hand over visitors. */
export const CrossdomainSetting = () => <ResourceList resource={crossdomainSetting} />;
export const CrossdomainSettingDetail = () => <ResourcePage resource={crossdomainSetting} />;
