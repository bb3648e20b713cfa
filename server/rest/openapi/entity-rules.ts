import {
  allocationScenarioFields,
  analyzeSettingFields,
  entities,
  passwordFields,
  reportScheduleFields,
  savedViewFields,
  type Fields,
} from '../../../shared/settings';
import { settingEntries } from '../../settings/settings';

/** The rules of every type that has some. */
const rules: Readonly<Record<string, Fields>> = {
  ...Object.fromEntries(settingEntries.map(([, { type, entity }]) => [type, entities[entity].fields])),
  User: { ...entities.user.fields, password: { ...passwordFields.password, required: false } },
  AnalyzeSetting: analyzeSettingFields,
  AllocationScenario: allocationScenarioFields,
  SavedView: savedViewFields,
  ReportSchedule: reportScheduleFields,
};

/** The rules of the fields of a GraphQL type or of its input: what forms and mutations judge by. */
export const entityRules = (typeName: string): Fields | undefined => rules[typeName.replace(/Input$/, '')];
