import { ValidationError } from 'yup';
import type { CrossRule } from './rules';
import type { UnknownRecord } from '../records';
import { isRuleMessage, type Field, type Fields, type RuleMessage } from './fields';

/** Messages by field, list entries as `lpo[0].url`. */
export type FieldErrors = Record<string, RuleMessage>;

/** Normalised values, or what is wrong with them. */
export type Validated = { readonly values: Record<string, unknown>; readonly errors: FieldErrors };

function judge(field: Field, name: string, value: unknown, errors: FieldErrors): unknown {
  try {
    // `value === undefined` never comes here, so yup's defaults stay out of it.
    const valid: unknown = field.rule.validateSync(value, { abortEarly: false });
    return valid ?? field.absent;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const found = error.inner.length > 0 ? error.inner : [error];
    for (const one of found) {
      const path = one.path ? `${name}${one.path.startsWith('[') ? '' : '.'}${one.path}` : name;
      const message: unknown = one.errors[0];
      // yup's own words, in English alone, where a rule has none of ours.
      errors[path] ??= isRuleMessage(message) ? message : { key: 'invalidInput' };
    }
    return value;
  }
}

/** Kinds of fields in which something is chosen, not typed. */
const CHOSEN: ReadonlySet<Field['kind']> = new Set(['ref', 'choice', 'measures'] as const);

/** Plain values and lists of them. */
const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export interface ValidateOptions {
  /** Absent fields stay absent; else they become what stands where nothing is given, and a required one is an error. */
  readonly partial?: boolean | undefined;
  /** The rule over several fields. */
  readonly cross?: CrossRule | undefined;
  /** What stands in the fields that are absent, for that rule. */
  readonly current?: UnknownRecord | undefined;
  /** The entity as it is: what is sent back unchanged is not held against who sends it. */
  readonly stored?: UnknownRecord | undefined;
}

/**
 * Judges the values of an entity's fields. Names that are no field are left out.
 *
 * @param given what was sent
 */
export function validate(
  fields: Fields,
  given: UnknownRecord,
  { partial = false, cross, current, stored }: ValidateOptions = {},
): Validated {
  const errors: FieldErrors = {};
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if (value === undefined && partial) continue;
    if (value === undefined || value === null) {
      if (field.required && field.absent === null)
        errors[name] = { key: CHOSEN.has(field.kind) ? 'requiredChoice' : 'required' };
      values[name] = field.absent;
    } else {
      values[name] = judge(field, name, value, errors);
    }
  }
  if (cross) {
    const changed = stored
      ? Object.fromEntries(Object.entries(given).filter(([name, value]) => !same(value, stored[name])))
      : given;
    // Rules over several fields make sense only once each one holds by itself; what is missing is told at once.
    const alone = Object.keys(errors).length === 0;
    for (const [name, message] of Object.entries(cross({ ...current, ...values }, changed))) {
      if (alone || message.key === 'requiredForThisChoice') errors[name] ??= message;
    }
  }
  return { values, errors };
}
