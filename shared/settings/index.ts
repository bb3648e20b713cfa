import type { Fields } from './fields';
import { adFields } from './ad';
import { alertFields } from './alert';
import { agencyFields } from './agency';
import { aspFields } from './asp';
import { companyFields } from './company';
import { crossdomainFields } from './crossdomain';
import { customMeasureFields } from './custom-measure';
import { cvSettingFields } from './cv-setting';
import { adCategoryFields, adTypeFields } from './label';
import { noteFields } from './note';
import { productFields } from './product';
import { redirectFields } from './redirect';
import {
  adRule,
  alertRule,
  aspRule,
  cvSettingRule,
  productRule,
  redirectRule,
  userRule,
  type CrossRule,
} from './rules';
import { userFields } from './user';

/** Writable fields of an entity, and its rule over several fields. */
export interface SettingRules {
  readonly fields: Fields;
  readonly cross?: CrossRule;
}

/** Every editable entity. Forms, mutations, REST and CSV import share these validation rules. */
export const settingRules = {
  ad: { fields: adFields, cross: adRule },
  asp: { fields: aspFields, cross: aspRule },
  redirect: { fields: redirectFields, cross: redirectRule },
  cvSetting: { fields: cvSettingFields, cross: cvSettingRule },
  crossdomain: { fields: crossdomainFields },
  adCategory: { fields: adCategoryFields },
  adType: { fields: adTypeFields },
  note: { fields: noteFields },
  company: { fields: companyFields },
  product: { fields: productFields, cross: productRule },
  agency: { fields: agencyFields },
  user: { fields: userFields, cross: userRule },
  customMeasure: { fields: customMeasureFields },
  alert: { fields: alertFields, cross: alertRule },
} as const satisfies Record<string, SettingRules>;

export type SettingName = keyof typeof settingRules;

/** Returns the validation rules of an entity. */
export const rulesOf = (entity: SettingName): SettingRules => settingRules[entity];

export * from './fields';
export * from './validate';
export type { CrossRule, CrossErrors } from './rules';
export { adTableColumns } from './ad-table';
export { closedFields } from './closed-fields';
export { passwordFields } from './user';
export { approvalFields, noticeFields, parameterFields } from './result-settings';
export { apiKeyFields } from './api-key';
export { readTokenFields } from './read-token';
export { MOST_QUERY_RUNS, queryRunFields, type QueryOutcome } from './query-run';
export { analyzeSettingFields, chartKinds, trendChoices } from './analyze-setting';
export { allocationScenarioFields } from './allocation-scenario';
export {
  pageLinkFields,
  reportScheduleFields,
  reportScheduleRule,
  savedViewFields,
  viewLimits,
} from './saved-view';
