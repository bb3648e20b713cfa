import {
  allocationScenarioFields,
  analyzeSettingFields,
  settingRules,
  passwordFields,
  reportScheduleFields,
  savedViewFields,
  type Fields,
} from '../../../shared/settings';
import { settingEntries } from '../../settings/settings';

/** Validation rules by type. */
const rules: Readonly<Record<string, Fields>> = {
  ...Object.fromEntries(settingEntries.map(([, { type, name }]) => [type, settingRules[name].fields])),
  User: { ...settingRules.user.fields, password: { ...passwordFields.password, required: false } },
  AnalyzeSetting: analyzeSettingFields,
  AllocationScenario: allocationScenarioFields,
  SavedView: savedViewFields,
  ReportSchedule: reportScheduleFields,
};

/** Returns the field rules of a GraphQL type or of its input; forms and mutations use the same. */
export const entityRules = (typeName: string): Fields | undefined => rules[typeName.replace(/Input$/, '')];
