import {
  useCreateDomainMutation,
  useDeleteDomainMutation,
  useDomainQuery,
  useDomainsQuery,
  useUpdateDomainMutation,
} from '../../../generated/graphql';
import { oneSection } from '../../../kit/form/form-definition';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';

/** Domains of landing pages that pass visitors on to other domains. */
export const { List, Detail } = settingScreens(
  defineSetting(
    {
      productList: useDomainsQuery,
      one: useDomainQuery,
      create: useCreateDomainMutation,
      update: useUpdateDomainMutation,
      remove: useDeleteDomainMutation,
    },
    {
      key: 'crossdomain_setting',
      path: '/ad/crossdomain-setting',
      right: 'crossdomains',
      dependents: 'DOMAIN',
      restPath: '/api/v1/domains',
      nameOf: ({ senderName }) => senderName,
      form: oneSection('crossdomain', [{ name: 'senderName', autoFocus: true }, 'senderDomain']),
      columns: (column) => [
        column.id({ hidden: true }),
        column.name('senderName'),
        column.text('senderDomain', { width: 280 }),
        column.time('createdAt', { hidden: true }),
        column.time('updatedAt'),
      ],
    },
  ),
);
