import { settings } from '../../../generated/settings';
import { TestSend } from '../../../kit/postback/test-send';
import { settingScreens } from '../../../kit/setting/setting-screens';
import { defineSetting } from '../../../kit/setting/define-setting';
import {
  approvalItems,
  feeItem,
  reportingItems,
  paceItems,
  parameterItems,
} from '../../../kit/result-settings/sections';
import { NetworkPicker } from './network-picker';

/** Ad networks and media: their parameters and how they receive postbacks. */
export const { List, Detail } = settingScreens(
  defineSetting(settings.asp, {
    key: 'asp_setting',
    opens: 'page',
    hasStatus: true,
    form: {
      entity: 'asp',
      sections: [
        {
          key: 'basic',
          title: (t) => t('settings.section.basic'),
          items: [
            { render: (form) => !form.readOnly && <NetworkPicker form={form} /> },
            { name: 'aspName', autoFocus: true, whole: true },
            { name: 'companyName', whole: false },
            'phoneNumber',
            'address',
            { name: 'status', whole: true },
            'description',
          ],
        },
        {
          key: 'params',
          title: (t) => t('settings.section.params'),
          lead: (t) => t('settings.section.paramsLead'),
          items: [...parameterItems(), 'measurementTag'],
        },
        {
          key: 'notice',
          title: (t) => t('settings.section.notice'),
          lead: (t) => t('settings.section.noticeLead'),
          items: [...reportingItems(undefined, { after: (form) => <TestSend form={form} /> }), ...paceItems],
        },
        {
          key: 'approval',
          title: (t) => t('settings.section.approval'),
          lead: (t) => t('settings.section.approvalLead'),
          items: approvalItems(),
        },
        {
          key: 'cost',
          title: (t) => t('settings.section.cost'),
          lead: (t) => t('settings.section.costLead'),
          items: [feeItem],
        },
      ],
    },
    columns: (column) => [
      column.id({ hidden: true }),
      column.name('aspName', { width: 220 }),
      column.status('status'),
      column.choice('resultFlag', 'ResultFlag', { width: 120 }),
      column.choice('resultMethod', 'ResultMethod', { width: 180 }),
      column.flag('autoApproval'),
      column.flag('performanceCvFlag', { width: 190, hidden: true }),
      column.text('companyName', { width: 140 }),
      column.text('phoneNumber', { width: 130, hidden: true }),
      column.time('updatedAt'),
    ],
    filters: [
      { name: 'status', enumeration: 'Status' },
      { name: 'resultFlag', enumeration: 'ResultFlag' },
      { name: 'resultMethod', enumeration: 'ResultMethod' },
      { name: 'autoApproval', flag: true },
      { name: 'performanceCvFlag', flag: true },
    ],
  }),
);
