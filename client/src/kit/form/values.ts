import type { Field, Fields } from '../../../../shared/settings';
import { recordsIn, type UnknownRecord } from '../../../../shared/records';
import { dayText, parseDay } from '../tokyo-date';

/** Values of a form by field name; a text holds the raw input. */
export type FormValues = Record<string, unknown>;

function formValue(field: Field, value: unknown): unknown {
  if (value === undefined) return field.absent;
  if (field.kind === 'day' && typeof value === 'string') return parseDay(value);
  if (field.kind === 'list' && Array.isArray(value))
    return recordsIn(value).map((one) => formValues(field.entry ?? {}, one));
  if (Array.isArray(value)) return [...value];
  return value;
}

/** Returns the form values of a GraphQL record; without one, the defaults. */
export function formValues(fields: Fields, entity: object = {}): FormValues {
  const source: UnknownRecord = { ...entity };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, formValue(field, source[name])]),
  );
}

function inputValue(field: Field, value: unknown): unknown {
  if (value === undefined || value === null || value === '')
    return field.kind === 'list' || field.kind === 'refs' ? [] : null;
  if (field.kind === 'day' && typeof value === 'number') return dayText(value);
  if (field.kind === 'list') return recordsIn(value).map((one) => inputValues(field.entry ?? {}, one));
  return value;
}

/**
 * Returns the mutation input for normalised values: days in GraphQL's format, without names that are not
 * fields.
 */
export function inputValues(fields: Fields, values: UnknownRecord): FormValues {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => name in values)
      .map(([name, field]) => [name, inputValue(field, values[name])]),
  );
}

/** Undefined, null and empty text are equal in a form. */
const emptyToNull = (value: unknown): unknown => (value === undefined || value === '' ? null : value);

export const sameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(emptyToNull(a)) === JSON.stringify(emptyToNull(b));

/** Returns the names of the fields whose values differ. */
export function changedFields(fields: Fields, before: UnknownRecord, after: UnknownRecord): string[] {
  return Object.keys(fields).filter((name) => !sameValue(before[name], after[name]));
}
