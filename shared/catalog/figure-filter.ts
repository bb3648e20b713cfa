import { findMeasure, measureName, parseCustomMeasureId } from './evaluate';

/** Name of the filter on metric values in REST, URLs and stored filters. */
export const FIGURE_FILTER = 'figures';

/** Most conditions of one filter; a row must meet all of them. */
export const MAX_FIGURE_CONDITIONS = 10;

/** Comparisons of a condition, in the order that screens offer. */
export const figureOperators = ['>=', '<=', '>', '<', '='] as const;
export type FigureOperator = (typeof figureOperators)[number];

/** Names of the comparisons in the texts (`report.conditionIs`). */
export const operatorWords = {
  '>=': 'atLeast',
  '<=': 'atMost',
  '>': 'above',
  '<': 'below',
  '=': 'equal',
} as const satisfies Record<FigureOperator, string>;

/** Condition on a metric value of a row, such as `cv_total_final>=3`. */
export interface FigureCondition {
  /** REST name of a measure, a custom measure or another numeric column of the report. */
  readonly name: string;
  readonly operator: FigureOperator;
  /** In the unit of the API: ratios as a fraction, money in yen. */
  readonly value: number;
}

const CONDITION = /^\s*([a-zA-Z]\w{0,60})\s*(>=|<=|>|<|=)\s*(-?\d{1,15}(?:\.\d{1,10})?)\s*$/;

/** Parses a condition; null if it is malformed. Measures may have their GraphQL name or an alias. */
export function parseFigureCondition(text: string): FigureCondition | null {
  const [, name = '', sign, number] = CONDITION.exec(text) ?? [];
  const operator = figureOperators.find((known) => known === sign);
  if (!operator) return null;
  const measure = findMeasure(name);
  return { name: measure ? measureName(measure) : name, operator, value: Number(number) };
}

/** Formats a condition for REST, URLs and storage. */
export const formatFigureCondition = ({ name, operator, value }: FigureCondition): string =>
  `${name}${operator}${value}`;

/** Parses comma-joined conditions without duplicates; malformed ones and those above the limit are dropped. */
export const readFigureConditions = (text: string | null | undefined): FigureCondition[] => {
  const known = (text ?? '').split(',').flatMap((part) => parseFigureCondition(part) ?? []);
  const byText = new Map(known.map((condition) => [formatFigureCondition(condition), condition]));
  return [...byText.values()].slice(0, MAX_FIGURE_CONDITIONS);
};

/** Whether a text is a sound filter of a stored view: known measures or custom measures, not too many. */
export function isFigureFilter(conditions: readonly string[]): boolean {
  return (
    conditions.length <= MAX_FIGURE_CONDITIONS &&
    conditions.every((text) => {
      const { name } = parseFigureCondition(text) ?? {};
      return name !== undefined && (findMeasure(name) !== null || parseCustomMeasureId(name) !== null);
    })
  );
}

/** Relative difference up to which values are equal: sums of shares of credit are not exact. */
const TOLERANCE = 1e-9;

/**
 * Returns whether a value meets a condition. A missing value (a ratio without a denominator) meets none, also
 * not `<`.
 */
export function meetsCondition(
  actual: number | null | undefined,
  { operator, value }: Pick<FigureCondition, 'operator' | 'value'>,
): boolean {
  if (actual == null || !Number.isFinite(actual)) return false;
  const isEqual = Math.abs(actual - value) <= TOLERANCE * Math.max(1, Math.abs(value));
  switch (operator) {
    case '=':
      return isEqual;
    case '>=':
      return isEqual || actual > value;
    case '<=':
      return isEqual || actual < value;
    case '>':
      return !isEqual && actual > value;
    case '<':
      return !isEqual && actual < value;
  }
}
