import { baseKeys, emptySums, hasFacts, type BaseSums } from '../../../shared/catalog';
import { addDays, monthOf, type DayRange } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { adder } from '../compiled';
import type { KnownAd } from '../facts/ads';
import { OTHER_ADS } from '../facts/fact-query';
import type { Fact } from '../facts/read-facts';
import { grouping, type GroupKey } from './grouping';
import { readTables, type Reading } from './read-groups';
import type { ReportRequest } from './request';

/** The sums of one row's facts over periods. */
export interface Series {
  /** By period; a period without facts has none. */
  readonly periods: (BaseSums | undefined)[];
  /** Of all days, those of no period too. */
  readonly whole: BaseSums;
}

/** What a row stands for, over periods. */
export interface SeriesGroup extends GroupKey, Series {}

export const emptySeries = (): Series => ({ periods: [], whole: emptySums() });

const addAll = adder(baseKeys);

/** The sums of several over all their days. */
export function sumOf(several: readonly Series[]): BaseSums {
  const sum = emptySums();
  for (const { whole } of several) addAll(sum, whole);
  return sum;
}

/** Adds series together, period by period. */
export function addSeries(several: readonly Series[]): Series {
  const sums: Series['periods'] = [];
  for (const { periods } of several) {
    periods.forEach((period, index) => period && addAll((sums[index] ??= emptySums()), period));
  }
  return { periods: sums, whole: sumOf(several) };
}

/** What was read of the rows over periods. */
export interface ReadSeries {
  readonly groups: SeriesGroup[];
  /** Of the ads that were not told apart. */
  readonly others: Series;
}

/** Days that stand together; null: there are none. */
export type Spans = readonly (DayRange | null)[];

/** Whether each is within a month of its own, so that month rows tell them apart. */
function areMonths(spans: Spans): boolean {
  const months = spans.flatMap((span) => (span ? [monthOf(span.from)] : []));
  return (
    new Set(months).size === months.length &&
    spans.every((span) => !span || monthOf(span.from) === monthOf(span.to))
  );
}

/** Finds the span that a fact, read by day or month, falls in. */
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
 * Reads a report's rows with their sums by spans of the range. Months are read from month rows, anything shorter from
 * day rows. Without axes there is one row in any case, else those with any fact in the range.
 *
 * @param reading the report's ads, on their way
 */
export async function readSeries(
  db: Database,
  request: ReportRequest,
  asked: Reading,
  spans: Spans,
  reading: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<ReadSeries> {
  const byMonth = areMonths(spans);
  const { tables, ads, presence } = await readTables(db, request, asked, reading, byMonth ? 'month' : 'day');
  const place = spanOf(spans, byMonth);
  const groups = grouping<SeriesGroup>(request.axes, ads, (key) => ({ ...key, ...emptySeries() }));
  const others = emptySeries();
  for (const { keys, facts } of tables) {
    const add = adder(keys);
    for (const fact of facts) {
      const { periods, whole } = fact.ad_id === OTHER_ADS ? others : groups.of(fact);
      add(whole, fact);
      const index = place(fact);
      if (index !== undefined) add((periods[index] ??= emptySums()), fact);
    }
  }
  if (request.axes.length === 0) {
    groups.of({});
    return { groups: groups.all(), others };
  }
  return { groups: groups.all().filter(({ whole }) => hasFacts(whole, presence)), others };
}
