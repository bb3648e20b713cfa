import {
  analyzeSettingFields,
  apiKeyFields,
  settingRules,
  reportScheduleFields,
  type Field,
  type Fields,
} from '../../../../shared/settings';
import { texts } from '../../../../shared/i18n';

const { ja } = texts;

const labels: Readonly<Record<string, string>> = ja.fields.label;
const all: Record<string, Fields> = {
  ...Object.fromEntries(Object.entries(settingRules).map(([name, { fields }]) => [name, fields as Fields])),
  apiKey: apiKeyFields,
  analyzeSetting: analyzeSettingFields,
  reportSchedule: reportScheduleFields,
};

/** Names of an entity's fields, with the fields of list entries prefixed. */
const names = (fields: Fields): string[] =>
  (Object.entries(fields) as [string, Field][]).flatMap(([name, { entry }]) => [
    name,
    ...Object.keys(entry ?? {})
      .filter((part) => part !== 'id')
      .map((part) => `${name}_${part}`),
  ]);

describe.each(Object.keys(all))('%s', (entity) => {
  it.each(names(all[entity] ?? {}))('%s has a label', (name) => {
    expect(labels[`${entity}_${name}`] ?? labels[name]).toBeTruthy();
  });
});
