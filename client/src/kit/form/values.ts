import type { Field, Fields } from '../../../../shared/settings';
import { recordsIn, type UnknownRecord } from '../../../../shared/records';
import { dayText, parseDay } from '../tokyo-date';

/** What a form holds, by field name; a text is what was typed. */
export type FormValues = Record<string, unknown>;

function valueIn(field: Field, value: unknown): unknown {
  if (value === undefined) return field.absent;
  if (field.kind === 'day' && typeof value === 'string') return parseDay(value);
  if (field.kind === 'list' && Array.isArray(value))
    return recordsIn(value).map((one) => formValues(field.entry ?? {}, one));
  if (Array.isArray(value)) return [...value];
  return value;
}

/** The values of a form for an entity as GraphQL gives it; for none, what stands where nothing is given. */
export function formValues(fields: Fields, entity: object = {}): FormValues {
  const source: UnknownRecord = { ...entity };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, valueIn(field, source[name])]),
  );
}

function valueOut(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '')
    return field.kind === 'list' || field.kind === 'refs' ? [] : null;
  if (field.kind === 'day' && typeof value === 'number') return dayText(value);
  if (field.kind === 'list') return recordsIn(value).map((one) => inputValues(field.entry ?? {}, one));
  return value;
}

/** The input of a mutation for judged values: days as GraphQL takes them, names that are no field left out. */
export function inputValues(fields: Fields, values: UnknownRecord): FormValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in values)
      .map(([name, field]) => [name, valueOut(field, values[name])]),
  );
}

/** Absent, empty and nothing typed are the same to a form. */
const settled = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

export const sameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(settled(a)) === JSON.stringify(settled(b));

/** Names of the fields whose values differ. */
export function changedFields(fields: Fields, before: UnknownRecord, after: UnknownRecord): string[] {
  return Object.keys(fields).filter((name) => !sameValue(before[name], after[name]));
}
