import {
  settingRules,
  analyzeSettingFields,
  apiKeyFields,
  postbackSourceFields,
  reportScheduleFields,
  type Field,
  type Fields,
} from '../../../../shared/settings';
import { changedFields, formValues, inputValues } from './form-definition';
import { texts } from '../../../../shared/i18n';

const { fields } = settingRules.ad;

describe('form values', () => {
  it('of a new record are the defaults', () =>
    expect(formValues(fields)).toMatchObject({
      adName: null,
      clickCost: 0,
      status: true,
      adFeeSetting: [],
      periodFrom: null,
    }));

  it("store days as numbers and send them in GraphQL's format", () => {
    const values = formValues(fields, {
      adName: 'A',
      periodFrom: '2026-01-31',
      adFeeSetting: [{ periodFrom: '2026-01-01', periodTo: '2026-01-31', amount: 300 }],
    });
    expect(values).toMatchObject({
      periodFrom: 20260131,
      adFeeSetting: [{ periodFrom: 20260101, periodTo: 20260131, amount: 300 }],
    });
    expect(
      inputValues(fields, { adName: 'A', periodFrom: values.periodFrom, adFeeSetting: values.adFeeSetting }),
    ).toEqual({
      adName: 'A',
      periodFrom: '2026-01-31',
      adFeeSetting: [{ periodFrom: '2026-01-01', periodTo: '2026-01-31', amount: 300 }],
    });
  });

  it('differ only if their meaning differs', () => {
    const before = formValues(fields, { adName: 'A' });
    expect(changedFields(fields, before, { ...before, adPostUrl: '', adName: 'B' })).toEqual(['adName']);
  });
});

const { ja } = texts;

const labels: Readonly<Record<string, string>> = ja.fields.label;
const all: Record<string, Fields> = {
  ...Object.fromEntries(Object.entries(settingRules).map(([name, { fields }]) => [name, fields as Fields])),
  apiKey: apiKeyFields,
  postbackSource: postbackSourceFields,
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
