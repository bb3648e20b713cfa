import {
  baseKeysOf,
  findMeasure,
  baseKeys,
  emptyValues,
  hasFacts,
  type MeasureKey,
  type BaseValues,
} from '../../../shared/catalog';
import {
  comparePeriods,
  countDays,
  countMonths,
  monthOf,
  previousPeriods,
  TermPeriodUnit,
  addDays,
  type ComparedPeriod,
  type DayRange,
} from '../../../shared/domain/calendar';
import { badInput } from '../../auth/failure';
import type { Database } from '../../db/database';
import type { KnownAd } from '../../facts/labels';
import { OTHER_ADS } from '../../facts/fact-query';
import type { Fact, RowKey } from '../../facts/read-facts';
import type { ReportInput } from '../input';
import { compileAdder } from '../compile-measures';
import type { ReportRequest } from './request';
import { compareNullable, grouping } from './rows';
import { readTables, type FactSelection } from './read-groups';

/** Maximum periods of a trend: thirteen years of days. */
const MAX_PERIODS = 5000;
/** Maximum rows of one answer; further rows need another page. Files hold all rows. */
export const MAX_TREND_ROWS = 50_000;
/** Maximum rows to sort by a column. */
export const MAX_SORTED_ROWS = 500_000;
/** Maximum number of top values. */
const MAX_TOP = 100;
/** Default ranking measure. */
const DEFAULT_RANKING: MeasureKey = 'cvTotalFinal';

export const units = Object.values(TermPeriodUnit);
export const DEFAULT_UNIT: TermPeriodUnit = TermPeriodUnit.DAY;

/** Trend arguments beside those of every report. */
export interface TrendRequest {
  readonly unit: TermPeriodUnit;
  /** Number of top values; null: all values. */
  readonly top: number | null;
  readonly topBy: MeasureKey;
}

/** @throws Failure BAD_USER_INPUT naming the field */
export function parseTrendRequest({ unit: requestedUnit, top, topBy }: ReportInput): TrendRequest {
  const unit = units.find((known) => known === (requestedUnit ?? DEFAULT_UNIT));
  if (!unit) throw badInput({ unit: { key: 'mustBeOneOf', params: { values: units.join(', ') } } });
  if (top != null && !(Number.isInteger(top) && top >= 1))
    throw badInput({ top: { key: 'minValue', params: { min: 1 } } });
  if (top != null && top > MAX_TOP) throw badInput({ top: { key: 'maxValue', params: { max: MAX_TOP } } });
  const measure = topBy ? findMeasure(topBy) : DEFAULT_RANKING;
  if (!measure) throw badInput({ topBy: { key: 'unknownField' } });
  return { unit, top: top ?? null, topBy: measure };
}

/** Returns the base measures that the ranking reads. */
export const rankingKeys = (
  { top, topBy }: TrendRequest,
  { model }: ReportRequest,
): ReturnType<typeof baseKeysOf> => (top === null ? [] : baseKeysOf([topBy], model));

const LENGTH = { day: 1, week: 7 } as const;
const countPeriods = ({ from, to }: DayRange, unit: TermPeriodUnit): number =>
  unit === 'month' ? countMonths(monthOf(from), monthOf(to)) : countDays(from, to) / LENGTH[unit];

/** Periods of a trend, their comparison days, and how both are paired. */
interface TrendPeriods {
  readonly comparisonRange: DayRange;
  readonly periods: readonly ComparedPeriod[];
}

/**
 * Returns the periods of a trend. They are compared with as many periods just before, unless other days are
 * given.
 *
 * @throws Failure BAD_USER_INPUT for too many periods
 */
export function trendPeriods(
  { range, previous, weekStart }: ReportRequest,
  unit: TermPeriodUnit,
  { compare, compareFrom }: ReportInput,
): TrendPeriods {
  if (countPeriods(range, unit) > MAX_PERIODS)
    throw badInput({ unit: { key: 'tooManyPeriods', params: { max: MAX_PERIODS } } });
  const explicitRange = compareFrom != null || compare === 'last_year' ? previous : null;
  const comparisonRange = explicitRange ?? previousPeriods(range, unit);
  return { comparisonRange, periods: comparePeriods(range, unit, weekStart, comparisonRange) };
}

/** Sums of one row's facts over periods. */
export interface Series {
  /** By period; undefined for a period without facts. */
  readonly periods: (BaseValues | undefined)[];
  /** Over all days, including those outside any period. */
  readonly whole: BaseValues;
}

/** A row over periods. */
interface SeriesGroup extends RowKey, Series {}

export const emptySeries = (): Series => ({ periods: [], whole: emptyValues() });

const addAll = compileAdder(baseKeys);

/** Adds up several series over all their days. */
export function sumOf(list: readonly Series[]): BaseValues {
  const sum = emptyValues();
  for (const { whole } of list) addAll(sum, whole);
  return sum;
}

/** Adds up series period by period. */
function addSeries(list: readonly Series[]): Series {
  const sums: Series['periods'] = [];
  for (const { periods } of list) {
    periods.forEach((period, index) => period && addAll((sums[index] ??= emptyValues()), period));
  }
  return { periods: sums, whole: sumOf(list) };
}

/** The rows of a report over periods. */
export interface ReadSeries {
  readonly groups: SeriesGroup[];
  /** Sum of the ads that were merged as others. */
  readonly others: Series;
}

/** Days of each period; null: none. */
type Spans = readonly (DayRange | null)[];

/** Whether each span lies within a separate month, so that month rows can separate them. */
function areMonths(spans: Spans): boolean {
  const months = spans.flatMap((span) => (span ? [monthOf(span.from)] : []));
  return (
    new Set(months).size === months.length &&
    spans.every((span) => !span || monthOf(span.from) === monthOf(span.to))
  );
}

/** Returns how to find the span of a fact that was read by day or month. */
function spanOf(spans: Spans, byMonth: boolean): (fact: Fact) => number | undefined {
  const places = new Map<number, number>();
  spans.forEach((span, index) => {
    if (!span) return;
    if (byMonth) places.set(monthOf(span.from), index);
    else for (let day = span.from; day <= span.to; day = addDays(day, 1)) places.set(day, index);
  });
  return byMonth
    ? (fact) => places.get(fact.month ?? monthOf(fact.day ?? 0))
    : (fact) => places.get(fact.day ?? 0);
}

/**
 * Reads a report's rows with their sums by spans of the range. Months come from month rows, shorter spans
 * from day rows. Without axes there is always one row, otherwise one per group with facts in the range.
 *
 * @param pendingAds pending ads of the report
 */
export async function readSeries(
  db: Database,
  request: ReportRequest,
  selection: FactSelection,
  spans: Spans,
  pendingAds: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<ReadSeries> {
  const byMonth = areMonths(spans);
  const { tables, ads, presence } = await readTables(
    db,
    request,
    selection,
    pendingAds,
    byMonth ? 'month' : 'day',
  );
  const spanIndex = spanOf(spans, byMonth);
  const groups = grouping<SeriesGroup>(request.axes, ads, (key) => ({ ...key, ...emptySeries() }));
  const others = emptySeries();
  for (const { keys, facts } of tables) {
    const add = compileAdder(keys);
    for (const fact of facts) {
      const { periods, whole } = fact.ad_id === OTHER_ADS ? others : groups.of(fact);
      add(whole, fact);
      const index = spanIndex(fact);
      if (index !== undefined) add((periods[index] ??= emptyValues()), fact);
    }
  }
  if (request.axes.length === 0) {
    groups.of({});
    return { groups: groups.all(), others };
  }
  return { groups: groups.all().filter(({ whole }) => hasFacts(whole, presence)), others };
}

/** Rows of a trend that share their axis values, over its periods and the comparison periods. */
export interface Line extends RowKey {
  readonly now: Series;
  readonly before: Series;
  /** Number of values merged into this line; null: a single value. */
  readonly mergedCount: number | null;
}

/** Orders by ids ascending, missing values after the others, direct conversions last. */
export function compareKeys(a: Pick<RowKey, 'ids' | 'noAd'>, b: Pick<RowKey, 'ids' | 'noAd'>): number {
  if (a.noAd !== b.noAd) return Number(a.noAd) - Number(b.noAd);
  const index = a.ids.findIndex((id, at) => id !== b.ids[at]);
  if (index < 0) return 0;
  const [left, right] = [a.ids[index] ?? null, b.ids[index] ?? null];
  return compareNullable(left, right, 1);
}

/** Returns one line per value with facts in either range, ordered by id. */
export function linesOf(now: readonly SeriesGroup[], before: readonly SeriesGroup[]): Line[] {
  const earlier = new Map(before.map((group) => [group.name, group]));
  const later = new Set(now.map(({ name }) => name));
  const line = ({ name, ids, noAd, adId }: SeriesGroup, present: Series, past: Series): Line => ({
    name,
    ids,
    noAd,
    adId,
    now: present,
    before: past,
    mergedCount: null,
  });
  return [
    ...now.map((group) => line(group, group, earlier.get(group.name) ?? emptySeries())),
    ...before.filter(({ name }) => !later.has(name)).map((group) => line(group, emptySeries(), group)),
  ].sort(compareKeys);
}

/** Returns the lines of the top values, then one line for all others. */
export function topLines(
  lines: readonly Line[],
  { names, values }: { names: ReadonlySet<RowKey['name']>; values: number },
  others: Pick<Line, 'now' | 'before'>,
): Line[] {
  const chosen = lines.filter(({ name }) => names.has(name));
  const rest = [others, ...lines.filter(({ name }) => !names.has(name))];
  const ids = (lines[0]?.ids ?? []).map(() => null);
  return [
    ...chosen,
    {
      name: null,
      ids,
      noAd: false,
      adId: null,
      now: addSeries(rest.map(({ now }) => now)),
      before: addSeries(rest.map(({ before }) => before)),
      mergedCount: values - names.size,
    },
  ];
}
