import {
  approvalFields,
  noticeFields,
  parameterFields,
} from '../../../../../shared/settings/result-settings';
import {
  type EntityFormDefinition,
  type FormItem,
  type FormValues,
  formValues,
} from '../../../kit/form/form-definition';
import {
  approvalItems,
  feeItem,
  parameterItems,
  reportingItems,
} from '../../../kit/result-settings/sections';
import { AdLinksPreview } from './ad-links';
import { type IndividualFlag, InheritedGroup, overridesNetwork } from './inherited-group';
import { useForm } from '../../../kit/form/form-engine';
import { LinkTest } from '../../../kit/link-test/link-test';
import { useTranslation } from 'react-i18next';
import { settingRules } from '../../../../../shared/settings';
import { useAspQuery } from '../../../generated/graphql';
import { FieldValue } from '../../../kit/form/field-value';

/** Fees of the ad network while the ad has no fees. */
function AspFees() {
  const { t } = useTranslation();
  const { values } = useForm();
  const aspId = typeof values.aspId === 'number' ? values.aspId : null;
  const own = Array.isArray(values.adFeeSetting) && values.adFeeSetting.length > 0;
  const { data } = useAspQuery({ variables: { id: aspId ?? 0 }, skip: aspId === null || own });
  const asp = own ? undefined : data?.asp;
  if (!asp || asp.adFeeSetting.length === 0) return null;
  const fees = formValues(settingRules.asp.fields, asp).adFeeSetting;
  return (
    <div className="ic-rounded ic-sunken ic-p-12-16 ic-card" style={{ marginTop: 12 }}>
      <p className="ic-note">{t('settings.inherited.fees', { asp: asp.aspName })}</p>
      <FieldValue
        name="adFeeSetting"
        field={settingRules.asp.fields.adFeeSetting}
        value={fees}
        entity="asp"
      />
    </div>
  );
}

/** Link test of the ad in the form, once it is saved. */
function SavedLinkTest() {
  const { stored, dirty } = useForm();
  return typeof stored?.id === 'number' ? <LinkTest adId={stored.id} dirty={dirty} /> : null;
}

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
  first: ['adName', 'redirectUrl'],
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
