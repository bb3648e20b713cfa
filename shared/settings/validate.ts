import { ValidationError } from 'yup';
import type { CrossRule } from './rules';
import type { UnknownRecord } from '../records';
import { isRuleMessage, type Field, type Fields, type RuleMessage } from './fields';

/** Messages by field; list entries are named like `lpo[0].url`. */
export type FieldErrors = Record<string, RuleMessage>;

/** Normalised values, or their errors. */
export type Validated = { readonly values: Record<string, unknown>; readonly errors: FieldErrors };

function validateField(field: Field, name: string, value: unknown, errors: FieldErrors): unknown {
  try {
    // `value` is never undefined here, so yup's defaults don't apply.
    const valid: unknown = field.rule.validateSync(value, { abortEarly: false });
    return valid ?? field.absent;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const problems = error.inner.length > 0 ? error.inner : [error];
    for (const one of problems) {
      const path = one.path ? `${name}${one.path.startsWith('[') ? '' : '.'}${one.path}` : name;
      const message: unknown = one.errors[0];
      // Without one of our messages yup returns an English text.
      errors[path] ??= isRuleMessage(message) ? message : { key: 'invalidInput' };
    }
    return value;
  }
}

/** Field kinds whose value is selected instead of typed. */
const SELECTED_KINDS: ReadonlySet<Field['kind']> = new Set(['ref', 'choice', 'measures'] as const);

/** Compares plain values and lists of them. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export interface ValidateOptions {
  /**
   * Absent fields stay absent. Otherwise they get their default, and a missing required field is an error.
   */
  readonly partial?: boolean | undefined;
  /** Rule over several fields. */
  readonly cross?: CrossRule | undefined;
  /** Current values of absent fields, for that rule. */
  readonly current?: UnknownRecord | undefined;
  /** Stored entity: values sent back unchanged are not validated as changes. */
  readonly stored?: UnknownRecord | undefined;
}

/**
 * Validates the values of an entity's fields; unknown names are dropped.
 *
 * @param given values of the request
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
        errors[name] = { key: SELECTED_KINDS.has(field.kind) ? 'requiredChoice' : 'required' };
      values[name] = field.absent;
    } else {
      values[name] = validateField(field, name, value, errors);
    }
  }
  if (cross) {
    const changed = stored
      ? Object.fromEntries(Object.entries(given).filter(([name, value]) => !isSame(value, stored[name])))
      : given;
    // Rules over several fields only apply once each field is valid. Missing fields are reported at once.
    const allValid = Object.keys(errors).length === 0;
    for (const [name, message] of Object.entries(cross({ ...current, ...values }, changed))) {
      if (allValid || message.key === 'requiredForThisChoice') errors[name] ??= message;
    }
  }
  return { values, errors };
}
