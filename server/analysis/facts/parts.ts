import {
  addDays,
  addMonths,
  listPeriods,
  splitIntoMonthsAndEdgeDays,
  type DayRange,
  type Month,
  type MonthsAndEdges,
} from '../../../shared/domain/calendar';
import { placeholders } from '../../db/database';
import type { RollupPeriod } from '../rollups/tables';
import type { FactQuery } from './fact-query';

/** A condition with its values. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly number[];
}

/** What one arm of a statement reads: its periods, and the month of all its rows where months of day rows are told apart. */
export interface Part {
  readonly period: RollupPeriod;
  readonly periods: Condition;
  readonly month?: Month | undefined;
}

/** More days than this are read as one range: as many points would cost more to plan than to read. */
const MAX_POINTS = 100;
/** The same where few ads are asked for, of so many rows at most: the others of a year are a hundred times as many. */
const MAX_ROWS = 4000;

const pointsOf = ({ only: { ad_id: ads } }: FactQuery): number =>
  Math.max(MAX_POINTS, ads ? Math.floor(MAX_ROWS / ads.length) : 0);

/** Periods one by one, so that they and what follows in the key (type, class, ad) are short ranges of it. @param most periods told apart */
function periodsIn(column: RollupPeriod, from: number, to: number, most: number): Condition {
  const periods: number[] = [];
  for (
    let period = from;
    period <= to;
    period = column === 'day' ? addDays(period, 1) : addMonths(period, 1)
  ) {
    periods.push(period);
    if (periods.length > most) return { sql: `${column} BETWEEN ? AND ?`, params: [from, to] };
  }
  return { sql: `${column} IN (${placeholders(periods)})`, params: periods };
}

/** The whole months of a question, and the days at their edges; where days are told apart all are edges. */
export const splitOf = ({ range, groupBy }: FactQuery): MonthsAndEdges =>
  groupBy.includes('day')
    ? { months: null, edges: [range] }
    : splitIntoMonthsAndEdgeDays(range.from, range.to);

/** Month rows. */
export const monthPart = (query: FactQuery, { from, to }: NonNullable<MonthsAndEdges['months']>): Part => ({
  period: 'month',
  periods: periodsIn('month', from, to, pointsOf(query)),
});

/** Day rows. */
export function dayParts(query: FactQuery, edges: readonly DayRange[]): Part[] {
  const most = pointsOf(query);
  const days = query.groupBy.includes('month')
    ? edges.flatMap((edge) =>
        listPeriods(edge, 'month', 0).map(({ key, days: { from, to } }) => ({ month: key, from, to })),
      )
    : edges.map(({ from, to }) => ({ month: undefined, from, to }));
  return days.map(({ month, from, to }) => ({
    period: 'day',
    periods: periodsIn('day', from, to, most),
    month,
  }));
}
