import {
  useCreateRedirectMutation,
  useDeleteRedirectMutation,
  useRedirectQuery,
  useRedirectsQuery,
  useUpdateRedirectMutation,
  type RedirectFieldsFragment,
  type RedirectsQuery,
} from '../../../generated/graphql';
import { columnsOf } from '../../../kit/list/columns';
import { useFilterChoices, type FilterSpec } from '../../../kit/list/filters';
import { listSource } from '../../../kit/list/list-source';
import type { Resource } from '../../../kit/resource/resource';
import { ResourceList } from '../../../kit/resource/resource-list';
import { ResourcePage } from '../../../kit/resource/resource-page';
import { oneSource, remover, saver } from '../../../kit/resource/sources';
import { RateTotal } from './rate-total';
import { RedirectLinks } from './redirect-links';
import { VariantsText } from './variants-text';

type Row = RedirectsQuery['redirects']['results'][number];
const column = columnsOf<Row>('redirect');

const FILTERS: readonly FilterSpec[] = [
  { name: 'adId', refers: 'ad' },
  { name: 'lpoFlag', flag: true },
  { name: 'dynamicLpurl', flag: true },
];

const redirectSetting: Resource<Row, RedirectFieldsFragment> = {
  key: 'redirect_setting',
  path: '/ad/redirect-setting',
  right: 'redirects',
  perProduct: true,
  opens: 'dialog',
  dependents: 'REDIRECT',
  restPath: '/api/v1/redirects',
  nameOf: ({ ad, id }) => `${ad.label} #${id}`,
  preset: (parameters) => (/^[1-9]\d*$/.test(parameters.get('ad') ?? '') ? { adId: Number(parameters.get('ad')) } : {}),
  form: {
    entity: 'redirect',
    sections: [
      {
        key: 'basic',
        title: (t) => t('settings.section.basic'),
        items: [{ name: 'adId', whole: true }, 'redirectUrl', { name: 'dynamicLpurl', whole: true }],
      },
      {
        key: 'landing',
        title: (t) => t('settings.section.landing'),
        items: [
          { name: 'lpoFlag', whole: true },
          {
            name: 'lpo',
            addLabel: (t) => t('settings.lpo.add'),
            foot: (entries) => <RateTotal entries={entries} />,
            when: ({ lpoFlag, lpo }) => lpoFlag === true || (Array.isArray(lpo) && lpo.length > 0),
            required: ({ lpoFlag }) => lpoFlag === true,
          },
        ],
      },
    ],
  },
  columns: [
    column.id({ hidden: true }),
    column.label('ad', { width: 240, names: true, download: ['ad_id', 'ad'] }),
    column.copy('submittionUrl', { width: 280 }),
    column.text('redirectUrl', { width: 260 }),
    column.flag('lpoFlag', { width: 160 }),
    { key: 'lpo', width: 220, sortable: false, render: ({ lpo }) => <VariantsText variants={lpo} /> },
    column.flag('dynamicLpurl', { width: 220, hidden: true }),
    column.time('updatedAt'),
  ],
  useFilters: () => useFilterChoices('redirect', FILTERS),
  useRows: listSource(useRedirectsQuery, 'redirects', (variables, productId) => ({ ...variables, productId })),
  useOne: oneSource(useRedirectQuery, 'redirect'),
  useSave: saver(
    useCreateRedirectMutation,
    ({ createRedirect }) => createRedirect,
    useUpdateRedirectMutation,
    ({ updateRedirect }) => updateRedirect,
    { perProduct: true },
  ),
  useRemove: remover(useDeleteRedirectMutation),
  nextStep: (one) => <RedirectLinks one={one} />,
  belowForm: (one) => <RedirectLinks one={one} />,
};

/** Links that record clicks, with split delivery of landing pages. */
export const RedirectSetting = () => <ResourceList resource={redirectSetting} />;
export const RedirectSettingDetail = () => <ResourcePage resource={redirectSetting} />;
