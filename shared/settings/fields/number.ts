import { array, boolean, mixed, number as plainNumeric, string, type AnySchema } from 'yup';
import { enumValues, isEnumValue, type Enumeration, type ValueOf } from '../../catalog';
import { isDay, parseDay } from '../../domain/calendar';
import { ruleMessage, type Field, type RefKind, type RuleMessage } from './field';
import { normaliseNumber } from './formats';

/** Signed integer ranges. */
const RANGES = {
  byte: [-128, 127],
  short: [-32_768, 32_767],
  int: [-2_147_483_648, 2_147_483_647],
  long: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
} as const;

interface NumberOptions {
  required?: boolean;
  min?: number;
  max?: number;
  absent?: number | null;
}
type Num = number | null;

/** Treats blank text as absent, and accepts numbers typed with a Japanese keyboard. */
const numeric = (wrong: RuleMessage) =>
  plainNumeric()
    .transform((_value: unknown, original: unknown) => {
      if (typeof original !== 'string') return original;
      const plain = normaliseNumber(original);
      return plain === '' ? null : /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
    })
    .typeError(wrong)
    .nullable()
    .default(null);

/** Message for a missing value: numbers are typed, other settings selected. */
type MissingMessage = 'required' | 'requiredChoice';

const bounded = (
  schema: ReturnType<typeof numeric>,
  { required, min, max }: NumberOptions,
  missing: MissingMessage = 'required',
): AnySchema => {
  let rule = schema;
  if (min !== undefined) rule = rule.min(min, ruleMessage('minValue', { min }));
  if (max !== undefined) rule = rule.max(max, ruleMessage('maxValue', { max }));
  return required ? rule.required(ruleMessage(missing)) : rule;
};

/** Integer, by default within 32 bits. */
export function integer(options: NumberOptions = {}): Field<Num> {
  const { min = 0, max = RANGES.int[1], required = false, absent = null } = options;
  const rule = bounded(numeric(ruleMessage('mustBeInteger')).integer(ruleMessage('mustBeInteger')), {
    required,
    min,
    max,
  });
  return { kind: 'integer', rule, required, absent, min, max };
}

/** Number within bounds, with at most two decimals. */
export function number(options: NumberOptions & { min: number; max: number }): Field<Num> {
  const { min, max, required = false, absent = null } = options;
  const rule = bounded(
    numeric(ruleMessage('mustBeNumber')).test('decimals', ruleMessage('mustBeNumber'), DECIMALS_2),
    {
      required,
      min,
      max,
    },
  );
  return { kind: 'integer', rule, required, absent, min, max };
}

/** Like `number`, but displayed with decimals. */
export const decimal = (options: NumberOptions & { min: number; max: number }): Field<Num> => ({
  ...number(options),
  kind: 'number',
});

/** Decimals of a ratio that a percentage with two decimals needs. */
const RATIO_SCALE = 10_000;

/**
 * Ratio above 0, displayed as a percentage with two decimals: 2.5 is 250%. Texts may be either: 2.5 or 250%.
 */
export function percent({ max }: { max: number }): Field<Num> {
  const min = 1 / RATIO_SCALE;
  const base = numeric(ruleMessage('mustBeNumber')).transform((value: unknown, original: unknown) => {
    const [, digits] = typeof original === 'string' ? (/^(.+)%$/.exec(normaliseNumber(original)) ?? []) : [];
    const ratio = digits === undefined ? value : Number(digits) / 100;
    return typeof ratio === 'number' ? Math.round(ratio * RATIO_SCALE) / RATIO_SCALE : ratio;
  });
  return { kind: 'percent', rule: bounded(base, { min, max }), required: false, absent: null, min, max };
}

/** Integer from 1. */
export function positiveInteger(
  options: NumberOptions = {},
  missing: MissingMessage = 'required',
): Field<Num> {
  const { max = RANGES.int[1], required = false, absent = null } = options;
  const base = numeric(ruleMessage('positiveInteger'))
    .integer(ruleMessage('positiveInteger'))
    .min(1, ruleMessage('positiveInteger'));
  return { kind: 'integer', rule: bounded(base, { required, max }, missing), required, absent, min: 1, max };
}

const DECIMALS_2 = (value: number | null | undefined) =>
  value == null || Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 * Math.max(1, Math.abs(value));

/**
 * Cost of a conversion in yen: not negative, at most 8 digits before and 2 after the decimal point, as
 * specified.
 */
export const cvCost = (options: { absent?: number | null } = {}): Field<Num> =>
  yen(99_999_999.99, 'invalidCvCost', options);

/** Yen: not negative, at most 10^12, with two decimals. */
export const money = (options: { required?: boolean; absent?: number | null } = {}): Field<Num> =>
  yen(1e12, 'invalidMoney', options);

function yen(
  max: number,
  wrong: 'invalidCvCost' | 'invalidMoney',
  options: { required?: boolean; absent?: number | null },
): Field<Num> {
  const { required = false, absent = null } = options;
  const rule = bounded(
    numeric(ruleMessage(wrong))
      .test('digits', ruleMessage(wrong), (value) => value == null || Math.abs(value) <= max)
      .test('decimals', ruleMessage(wrong), DECIMALS_2),
    { required, min: 0 },
  );
  return { kind: 'money', rule, required, absent, min: 0, max };
}

/** One value of an enumeration. */
export function choice<E extends Enumeration>(
  enumeration: E,
  absent: ValueOf<E> | null = null,
  required = false,
): Field<ValueOf<E>> {
  const values = enumValues(enumeration);
  const wrong = ruleMessage('mustBeOneOf', { values: values.join(', ') });
  const rule = mixed()
    .transform((value: unknown) =>
      value === ''
        ? null
        : typeof value === 'string' && isEnumValue(enumeration, Number(value))
          ? Number(value)
          : value,
    )
    .nullable()
    .test('choice', wrong, (value) => value == null || isEnumValue(enumeration, value))
    .test('required', ruleMessage('requiredChoice'), (value) => !required || value != null);
  return { kind: 'choice', rule, required, absent, enumeration };
}

/** Boolean. */
export function flag(absent = false): Field<boolean> {
  const rule = boolean().strict().typeError(ruleMessage('mustBeBoolean')).nullable().default(absent);
  return { kind: 'flag', rule, required: false, absent };
}

/** Id of another setting. The store checks whether the user can see it. */
export const ref = (refers: RefKind, required = false): Field<Num> => ({
  ...positiveInteger({ required }, 'requiredChoice'),
  kind: 'ref',
  refers,
});

/** Ids, each an integer from 1. */
export function ids(): Field<number[]> {
  const rule = array(
    plainNumeric()
      .strict()
      .integer(ruleMessage('mustBeInteger'))
      .min(1, ruleMessage('positiveInteger'))
      .required(ruleMessage('required'))
      .typeError(ruleMessage('mustBeInteger')),
  )
    .typeError(ruleMessage('mustBeList'))
    .nullable();
  return { kind: 'refs', rule, required: false, absent: [] };
}

/** Ids of other settings. */
export const refs = (refers: RefKind): Field<number[]> => ({ ...ids(), refers });

function dayOf(value: unknown): number | null {
  if (value === null || value === undefined || (typeof value === 'string' && value.trim() === ''))
    return null;
  if (typeof value === 'number') return isDay(value) ? value : Number.NaN;
  return parseDay(String(value).normalize('NFKC')) ?? Number.NaN;
}

/** Tokyo day: stored as yyyymmdd, written 2026/01/31 or 2026-01-31. */
export function day(required = false): Field<Num> {
  const rule = plainNumeric()
    .transform((_value: unknown, original: unknown) => dayOf(original))
    .typeError(ruleMessage('mustBeDate'))
    .nullable();
  return {
    kind: 'day',
    rule: required ? rule.required(ruleMessage('required')) : rule,
    required,
    absent: null,
  };
}

const MONTH = /^((?:19|20|21)\d\d)(0[1-9]|1[0-2])$/;

/** Returns a month as yyyyMM; other texts as they are. Spreadsheets write its first day. */
export function monthText(value: unknown): string | null {
  const text = String(value ?? '')
    .normalize('NFKC')
    .trim();
  const [, year = '', month = ''] = /^(\d{4})(?:[/.\-年])?(\d{1,2})(?:月|[/.-]0?1)?$/.exec(text) ?? [];
  return year ? year + month.padStart(2, '0') : text || null;
}

/** Calendar month: stored as yyyyMM, written 202601, 2026/1, 2026-01 or 2026年1月. */
export function month(required = false): Field<string> {
  const rule = string()
    .transform((_value: unknown, original: unknown) => monthText(original))
    .nullable()
    .test('month', ruleMessage('mustBeMonth'), (value) => value == null || MONTH.test(value));
  return {
    kind: 'month',
    rule: required ? rule.required(ruleMessage('required')) : rule,
    required,
    absent: null,
  };
}
