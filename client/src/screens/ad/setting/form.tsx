import {
  approvalFields,
  noticeFields,
  parameterFields,
} from '../../../../../shared/settings/result-settings';
import type { EntityFormDefinition, FormItem } from '../../../kit/form/form-definition';
import type { FormValues } from '../../../kit/form/values';
import {
  approvalItems,
  feeItem,
  reportingItems,
  parameterItems,
} from '../../../kit/result-settings/sections';
import { AdLinksPreview } from './ad-links';
import { AspFees } from './asp-fees';
import { InheritedGroup, overridesNetwork, type IndividualFlag } from './inherited-group';
import { SavedLinkTest } from './saved-link-test';

const hasAsp = ({ aspId }: FormValues): boolean => aspId != null;

/**
 * Fields that an ad inherits from its network unless the flag is on: the flag, the inherited values, the ad's
 * values.
 */
const inheritable = (
  flag: IndividualFlag,
  names: readonly string[],
  items: (when: (values: FormValues) => boolean) => FormItem[],
): FormItem[] => [
  { name: flag, whole: true, when: hasAsp },
  {
    render: () => <InheritedGroup flag={flag} names={names} />,
    when: (values) => !hasAsp(values) || !overridesNetwork(flag)(values),
  },
  ...items(overridesNetwork(flag)),
];

export const adForm: EntityFormDefinition = {
  entity: 'ad',
  sections: [
    {
      key: 'basic',
      title: (t) => t('settings.section.basic'),
      items: [
        { name: 'adName', autoFocus: true },
        { name: 'status', whole: true },
        'adPostUrl',
        'adDescription',
      ],
    },
    {
      key: 'classification',
      title: (t) => t('settings.section.classification'),
      items: ['aspId', 'agencyId', 'adCategoryId', 'adType1Id', 'adType2Id', 'adType3Id'],
    },
    {
      key: 'links',
      title: (t) => t('settings.section.links'),
      items: [
        'redirectUrl',
        { name: 'redirectFlag', whole: true },
        'periodFrom',
        'periodTo',
        { render: () => <AdLinksPreview /> },
        { render: () => <SavedLinkTest /> },
      ],
    },
    {
      key: 'params',
      title: (t) => t('settings.section.params'),
      lead: (t) => t('settings.section.paramsLead'),
      items: inheritable('useParamsIndividuallySetting', Object.keys(parameterFields), parameterItems),
    },
    {
      key: 'cost',
      title: (t) => t('settings.section.cost'),
      lead: (t) => t('settings.section.costLead'),
      items: ['clickCost', 'cvCost', { ...feeItem, after: () => <AspFees /> }],
    },
    {
      key: 'notice',
      title: (t) => t('settings.section.notice'),
      lead: (t) => t('settings.section.noticeLead'),
      items: inheritable('resultNoticeIndividuallySetting', Object.keys(noticeFields), reportingItems),
    },
    {
      key: 'approval',
      title: (t) => t('settings.section.approval'),
      lead: (t) => t('settings.section.approvalLead'),
      items: inheritable('autoApprovalIndividuallySetting', Object.keys(approvalFields), approvalItems),
    },
  ],
};
