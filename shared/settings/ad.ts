import { cvCost, flag, longText, money, ref, text, url } from './fields';
import { day } from './fields';
import { feeFields } from './fee';
import { resultSettingFields } from './result-settings';

/** Ad: one trackable placement; all but the name can be empty. */
export const adFields = {
  adName: text({ required: true }),
  adPostUrl: text({ max: 2048 }),
  adDescription: longText(),
  agencyId: ref('agency'),
  aspId: ref('asp'),
  adCategoryId: ref('adCategory'),
  adType1Id: ref('adType1'),
  adType2Id: ref('adType2'),
  adType3Id: ref('adType3'),
  periodFrom: day(),
  periodTo: day(),
  redirectUrl: url(),
  redirectFlag: flag(true),
  clickCost: money({ absent: 0 }),
  cvCost: cvCost({ absent: 0 }),
  useParamsIndividuallySetting: flag(),
  resultNoticeIndividuallySetting: flag(),
  autoApprovalIndividuallySetting: flag(),
  ...resultSettingFields,
  ...feeFields,
  status: flag(true),
};
