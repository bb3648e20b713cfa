import {
  addDays,
  addMonths,
  listPeriods,
  splitIntoMonthsAndEdgeDays,
  type DayRange,
  type Month,
  type MonthsAndEdges,
} from '../../shared/domain/calendar';
import { placeholders } from '../db/database';
import type { RollupPeriod } from '../rollups/tables';
import type { FactQuery } from './fact-query';

/** An SQL condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly number[];
}

/** Periods that one arm of a statement reads; `month` is set for day rows that are grouped by month. */
export interface Part {
  readonly period: RollupPeriod;
  readonly periods: Condition;
  readonly month?: Month | undefined;
}

/** Above this many days, one range is read: planning so many points costs more than reading them. */
const MAX_POINTS = 100;
/**
 * Row limit for queries on few ads, which may use more points. The other ads of a year have a hundred times
 * as many rows.
 */
const MAX_ROWS = 4000;

export const maxPoints = ({ only: { ad_id: ads } }: FactQuery): number =>
  Math.max(MAX_POINTS, ads ? Math.floor(MAX_ROWS / ads.length) : 0);

/**
 * Lists periods one by one, so that the next key columns (type, class, ad) narrow the range scans.
 * @param limit periods to list before falling back to one range
 */
export function periodsIn(column: RollupPeriod, from: number, to: number, limit: number): Condition {
  const periods: number[] = [];
  for (
    let period = from;
    period <= to;
    period = column === 'day' ? addDays(period, 1) : addMonths(period, 1)
  ) {
    periods.push(period);
    if (periods.length > limit) return { sql: `${column} BETWEEN ? AND ?`, params: [from, to] };
  }
  return { sql: `${column} IN (${placeholders(periods)})`, params: periods };
}

/** Splits the range into whole months and the days at its edges. Grouping by day makes all days edges. */
export const splitRange = ({ range, groupBy }: FactQuery): MonthsAndEdges =>
  groupBy.includes('day')
    ? { months: null, edges: [range] }
    : splitIntoMonthsAndEdgeDays(range.from, range.to);

/** Returns the part that reads whole months from month rows. */
export const monthPart = (query: FactQuery, { from, to }: NonNullable<MonthsAndEdges['months']>): Part => ({
  period: 'month',
  periods: periodsIn('month', from, to, maxPoints(query)),
});

/** Returns the parts that read edge days from day rows. */
export function dayParts(query: FactQuery, edges: readonly DayRange[]): Part[] {
  const limit = maxPoints(query);
  const days = query.groupBy.includes('month')
    ? edges.flatMap((edge) =>
        listPeriods(edge, 'month', 0).map(({ key, days: { from, to } }) => ({ month: key, from, to })),
      )
    : edges.map(({ from, to }) => ({ month: undefined, from, to }));
  return days.map(({ month, from, to }) => ({
    period: 'day',
    periods: periodsIn('day', from, to, limit),
    month,
  }));
}
