import { enumValues } from '../../catalog';
import { keysOf, recordOf } from '../../records';
import { settingRules, type Field, type FieldKind, type Fields, type SettingName } from '../index';

const byKind: Partial<Record<FieldKind, unknown>> = {
  email: 'a@example.jp',
  url: 'https://lp.example.jp/',
  domain: 'lp.example.jp',
  measures: 'cv_total_final',
  day: '2026/01/31',
  month: '202601',
  ref: 1,
};

/** Returns a valid value of a field. */
const sampleOf = ({ kind, enumeration, min }: Field): unknown =>
  byKind[kind] ?? (enumeration ? enumValues(enumeration)[0] : (min ?? '夏の購入'));

/** Values that follow from no field alone. */
const special: Partial<Record<SettingName, Record<string, unknown>>> = {
  cvSetting: { cvUrl: 'https://shop.example.jp/thanks' },
  alert: { recipients: 'a@example.jp' },
  target: { cv: 100 },
  user: { roleType: 2 },
  conversionSender: { platform: 'google_file' },
  experiment: { adIds: [1] },
  savedView: { path: '/analyze/ad-statistics' },
};

/** Smallest valid input of each entity. */
export const required = recordOf(keysOf(settingRules), (name): Record<string, unknown> => {
  const fields: Fields = settingRules[name].fields;
  const missing = Object.entries(fields).filter(([, { required, absent }]) => required && absent === null);
  return {
    ...Object.fromEntries(missing.map(([field, definition]) => [field, sampleOf(definition)])),
    ...special[name],
  };
});
