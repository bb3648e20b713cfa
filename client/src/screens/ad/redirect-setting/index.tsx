import {
  useCreateRedirectMutation,
  useDeleteRedirectMutation,
  useRedirectQuery,
  useRedirectsQuery,
  useUpdateRedirectMutation,
} from '../../../generated/graphql';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import { RateTotal } from './rate-total';
import { RedirectLinks } from './redirect-links';
import { VariantsText } from './variants-text';

const redirectSetting = defineSetting(
  {
    productList: useRedirectsQuery,
    one: useRedirectQuery,
    create: useCreateRedirectMutation,
    update: useUpdateRedirectMutation,
    remove: useDeleteRedirectMutation,
  },
  {
    key: 'redirect_setting',
    path: '/ad/redirect-setting',
    right: 'redirects',
    dependents: 'REDIRECT',
    restPath: '/api/v1/redirects',
    nameOf: ({ ad, id }) => `${ad.label} #${id}`,
    preset: (parameters) =>
      /^[1-9]\d*$/.test(parameters.get('adId') ?? '') ? { adId: Number(parameters.get('adId')) } : {},
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
    columns: (column) => [
      column.id({ hidden: true }),
      column.label('ad', { width: 240, names: true }),
      column.copy('submittionUrl', { width: 280 }),
      column.text('redirectUrl', { width: 260 }),
      column.flag('lpoFlag', { width: 160 }),
      { key: 'lpo', width: 220, sortable: false, render: ({ lpo }) => <VariantsText variants={lpo} /> },
      column.flag('dynamicLpurl', { width: 220, hidden: true }),
      column.time('updatedAt'),
    ],
    filters: [
      { name: 'adId', refers: 'ad' },
      { name: 'lpoFlag', flag: true },
      { name: 'dynamicLpurl', flag: true },
    ],
    nextStep: (one) => <RedirectLinks one={one} />,
    belowForm: (one) => <RedirectLinks one={one} />,
  },
);

/** Redirects that record clicks, with split delivery of landing pages. */
export const { List: RedirectSetting, Detail: RedirectSettingDetail } = settingScreens(redirectSetting);
