import { array, mixed, object, string } from 'yup';
import { isRecord } from '../../records';
import { ruleMessage, type Field, type Fields, type Values } from './field';
import { text } from './text';

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

/** Entries that are saved with their entity. */
export function list<F extends Fields>(entry: F, options: { max: number }): Field<Values<F>[]> {
  const shape = Object.fromEntries(Object.entries(entry).map(([name, field]) => [name, field.rule]));
  const rule = array(object(shape).typeError(ruleMessage('mustBeList')).nonNullable(ruleMessage('required')))
    .typeError(ruleMessage('mustBeList'))
    .nullable()
    .max(options.max, ruleMessage('tooMany', { count: options.max }));
  return { kind: 'list', rule, required: false, absent: [], max: options.max, entry };
}

/**
 * Comma-separated REST names of measures, without duplicates.
 *
 * @param known selectable names
 * @param most largest number of names
 */
export function measures(known: readonly string[], most: number): Field<string | null> {
  const { rule, ...field } = text({ required: true, max: 255 });
  const namesIn = (value: unknown): string[] => (typeof value === 'string' ? value.split(',') : []);
  return {
    ...field,
    kind: 'measures',
    rule: rule
      .transform((value: unknown) =>
        typeof value === 'string'
          ? [
              ...new Set(
                value
                  .split(',')
                  .map((name) => name.trim())
                  .filter(Boolean),
              ),
            ].join(',') || null
          : value,
      )
      .test('known', ruleMessage('mustBeOneOf', { values: known.join(', ') }), (value: unknown) =>
        namesIn(value).every((name) => known.includes(name)),
      )
      .test(
        'most',
        ruleMessage('tooManyValues', { count: most }),
        (value: unknown) => namesIn(value).length <= most,
      ),
  };
}

/** Texts by name. Null removes one. @param max longest text */
export function textMap({ max }: { readonly max: number }): Field<Record<string, string>> {
  const isText = (value: unknown): boolean =>
    value === null || (typeof value === 'string' && value.length <= max);
  const rule = mixed()
    .nullable()
    .test('record', ruleMessage('mustBeText'), (value) => value == null || isRecord(value))
    .test(
      'texts',
      ruleMessage('maxLength', { count: max }),
      (value) => !isRecord(value) || Object.values(value).every(isText),
    );
  return { kind: 'text_map', rule, required: false, absent: {} };
}
