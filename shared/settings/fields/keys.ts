import { array, mixed, string } from 'yup';
import { ruleMessage, type Field } from './field';

/** One catalogue key, or several in order without duplicates. */
interface KeysOptions {
  readonly one?: boolean;
  /** Accepts further names beyond the known ones. */
  readonly accepts?: (name: string) => boolean;
}

export function keys(known: readonly string[], options: KeysOptions & { readonly one: true }): Field<string>;
export function keys(known: readonly string[], options?: KeysOptions): Field<string[]>;
export function keys(
  known: readonly string[],
  { one = false, accepts = () => false }: KeysOptions = {},
): Field<string> | Field<string[]> {
  const valid = mixed().test(
    'known',
    ruleMessage('mustBeOneOf', { values: known.join(', ') }),
    (value) => value == null || (typeof value === 'string' && (known.includes(value) || accepts(value))),
  );
  if (one) {
    return { kind: 'text', rule: valid.nullable(), required: false, absent: null };
  }
  const rule = array(valid.required(ruleMessage('required')))
    .typeError(ruleMessage('mustBeList'))
    .nullable()
    .transform((value: unknown) => (Array.isArray(value) ? [...new Set(value)] : value));
  return { kind: 'keys', rule, required: false, absent: [] };
}

/** Free texts, such as the values of a filter. */
export function texts({ max = 1000 } = {}): Field<string[]> {
  const rule = array(
    string()
      .max(255, ruleMessage('maxLength', { count: 255 }))
      .typeError(ruleMessage('mustBeText'))
      .required(ruleMessage('required')),
  )
    .typeError(ruleMessage('mustBeList'))
    .nullable()
    .max(max, ruleMessage('tooMany', { count: max }));
  return { kind: 'keys', rule, required: false, absent: [], max };
}
