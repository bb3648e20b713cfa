import type { TFunction } from 'i18next';
import { isAdditive, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { latestChange, type ChangePoint, type Observation } from '../../../../shared/domain/change-point';
import { metricText } from '../table/number-cell';
import { metricValue, type ReportRow } from './answer';

/** Numerator and denominator of a ratio. Without a numerator it is the value times the denominator. */
interface Ratio {
  readonly of?: MeasureKey;
  readonly per: MeasureKey;
}

const RATIOS: Partial<Record<MeasureKey, Ratio>> = {
  cvr: { per: 'adClickCount' },
  cvrTotal: { of: 'cvTotalFinal', per: 'adClickCount' },
  amountAvg: { of: 'amountSum', per: 'cvTotalFinal' },
  cpa: { of: 'adCost', per: 'cvTotalFinal' },
  roas: { of: 'amountSum', per: 'adCost' },
  cpaApproved: { of: 'adCost', per: 'cvApproved' },
  roasApproved: { of: 'amountApproved', per: 'adCost' },
  attrAvg: { of: 'attrAmount', per: 'attrCv' },
  attrCpa: { of: 'adCost', per: 'attrCv' },
  attrRoas: { of: 'attrAmount', per: 'adCost' },
  attrCvr: { of: 'attrCv', per: 'adClickCount' },
  ctr: { of: 'mediaClicks', per: 'impressions' },
};

/** Row of a period; undefined if the period has none. */
type PeriodRow = Pick<ReportRow, 'figures'> | undefined;

/** Returns whether values of several periods can be joined to one. */
export const isJoinable = (key: MeasureKey): boolean => isAdditive(key) || RATIOS[key] !== undefined;

/** Returns the measures that joining the values of a measure needs, itself included. */
export function joinedMeasures(key: MeasureKey): MeasureKey[] {
  const { of, per } = RATIOS[key] ?? {};
  return [...new Set([key, ...(of ? [of] : []), ...(per ? [per] : [])])];
}

const valueIn = (row: PeriodRow, key: MeasureKey): number => (row && metricValue(row, key)) ?? 0;

/** Returns the numerator and the denominator of a row. */
function partsIn(row: PeriodRow, key: MeasureKey, { of, per }: Ratio): { of: number; per: number } {
  const base = valueIn(row, per);
  return { of: of ? valueIn(row, of) : valueIn(row, key) * base, per: base };
}

/** Returns the value of several periods together: their sum, or the ratio of their sums; null if undefined. */
export function joinedValue(rows: readonly PeriodRow[], key: MeasureKey): number | null {
  const ratio = RATIOS[key];
  if (!ratio) return rows.some(Boolean) ? rows.reduce((sum, row) => sum + valueIn(row, key), 0) : null;
  const sums = rows.map((row) => partsIn(row, key, ratio));
  const per = sums.reduce((sum, one) => sum + one.per, 0);
  return per === 0 ? null : sums.reduce((sum, one) => sum + one.of, 0) / per;
}

/** Shapes of a series: a value per period, the mean of seven days, or everything so far. */
export const seriesShapes = ['value', 'mean', 'cumulative'] as const;
export type SeriesShape = (typeof seriesShapes)[number];

const MEAN_DAYS = 7;

/** Reads a shape from the address; the mean exists for days only. */
export const readShape = (text: string | null, daily: boolean): SeriesShape =>
  seriesShapes.find((shape) => shape === text && (daily || shape !== 'mean')) ?? 'value';

/** Returns the values of a series in a shape. A mean needs all of its seven days. */
export function shapedValues(
  rows: readonly PeriodRow[],
  key: MeasureKey,
  shape: SeriesShape,
): (number | null)[] {
  if (shape === 'value') return rows.map((row) => (row ? metricValue(row, key) : null));
  if (shape === 'cumulative') return rows.map((_, index) => joinedValue(rows.slice(0, index + 1), key));
  return rows.map((_, index) => {
    const window = rows.slice(Math.max(0, index + 1 - MEAN_DAYS), index + 1);
    if (window.length < MEAN_DAYS || window.includes(undefined)) return null;
    const value = joinedValue(window, key);
    return value === null || RATIOS[key] ? value : value / MEAN_DAYS;
  });
}

/** Counts below this are drawn as bars: a line through them is a sawtooth. */
const FEW = 10;

/** Returns whether values are few events a period, or few shares of them. */
export const isFewEvents = (key: MeasureKey, values: readonly (number | null)[]): boolean =>
  (measureOf(key).unit === 'count' || key === 'attrCv') &&
  values.every((value) => (value ?? 0) >= 0 && (value ?? 0) < FEW);

/** Change of a measure: values before and since then. */
export interface MeasureChange extends Omit<ChangePoint, 'before' | 'after'> {
  /** Null: costs without a result. */
  readonly before: number | null;
  readonly after: number | null;
  readonly tone: 'better' | 'worse' | 'up' | 'down';
}

/** Returns whether a cost per result is the inverse of the rate that varies: results per cost. */
const isInverted = (key: MeasureKey): boolean => RATIOS[key]?.of === 'adCost';

function observationOf(row: PeriodRow, key: MeasureKey): Observation | null {
  if (!row) return null;
  const ratio = RATIOS[key];
  if (!ratio) return { count: valueIn(row, key), exposure: 1 };
  const { of, per } = partsIn(row, key, ratio);
  return isInverted(key) ? { count: per, exposure: of } : { count: of, exposure: per };
}

/** Returns the tone of a change: good or bad for the measure, or its way if neither is better. */
function toneOf(key: MeasureKey, before: number | null, after: number | null): MeasureChange['tone'] {
  const way = (after ?? Infinity) > (before ?? Infinity) ? 'up' : 'down';
  const { direction } = measureOf(key);
  return direction === 'neutral' ? way : direction === way ? 'better' : 'worse';
}

/**
 * Returns the latest clear change of a measure over consecutive days; null if there is none or the measure
 * can't be judged. Days before the first value don't count: a start is no change.
 */
export function changeOf(rows: readonly PeriodRow[], key: MeasureKey): MeasureChange | null {
  if (!isJoinable(key)) return null;
  const series = rows.map((row) => observationOf(row, key));
  const isRatio = RATIOS[key] !== undefined;
  const start = series.findIndex((one) => one !== null && (one.count > 0 || (isRatio && one.exposure > 0)));
  if (start < 0 || series.some((one) => one !== null && (one.count < 0 || one.exposure < 0))) return null;
  const counted = isInverted(key) ? RATIOS[key]?.per : (RATIOS[key]?.of ?? key);
  const isMoney = counted !== undefined && measureOf(counted).unit === 'yen';
  const change = latestChange(series.slice(start), isMoney ? 'sum' : 'count');
  if (!change) return null;
  const inverse = (rate: number): number | null => (rate === 0 ? null : 1 / rate);
  const [before, after] = isInverted(key)
    ? [inverse(change.before), inverse(change.after)]
    : [change.before, change.after];
  return {
    at: start + change.at,
    strength: change.strength,
    before,
    after,
    tone: toneOf(key, before, after),
  };
}

/** Returns the texts of a change: since when, and from which value to which, with how sure it is. */
export function changeTexts(
  { before, after, tone, strength }: MeasureChange,
  key: MeasureKey,
  day: string,
  t: TFunction,
): { since: string; detail: string } {
  const { unit } = measureOf(key);
  const text = (value: number | null): string =>
    value === null
      ? t('report.noResult')
      : metricText(value, { unit: unit === 'count' ? 'number' : unit, showZero: true });
  return {
    since: t(`report.since.${tone}`, { day }),
    detail: t(RATIOS[key] ? 'report.sinceDetail' : 'report.sinceDaily', {
      measure: t(`measures.${key}.label`),
      before: text(before),
      after: text(after),
      strength: t(`report.strengths.${strength}`),
    }),
  };
}
