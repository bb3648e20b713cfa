import type { DayRange } from '../domain/calendar';
import { readAcquisition } from './acquisition';
import { readComparison, resolveDays } from './comparison';
import { formatIsoDay, readPeriod, type PeriodContext } from './period';

/** Report whose range selects acquisition months. */
const BY_ACQUISITION = 'transitions';
const COMPARED = ['compare_from', 'compare_to'] as const;
/** Suffix of comparison columns. */
const PREVIOUS_SUFFIX = '_previous';

interface MovingDays {
  range: DayRange;
  previous: DayRange | undefined;
}

/** Returns the days of a report URL on a given day, or undefined if the URL states none. */
function daysOn(
  report: string,
  screenParameters: URLSearchParams,
  context: PeriodContext,
): MovingDays | undefined {
  if (report === BY_ACQUISITION)
    return { range: readAcquisition(screenParameters, context).range, previous: undefined };
  const period = readPeriod(screenParameters);
  return period && resolveDays(period, readComparison(screenParameters.get('compare')), context);
}

/** Removes the saved comparison days and their columns: the current day is compared with nothing. */
function dropComparison(query: URLSearchParams): URLSearchParams {
  for (const name of COMPARED) query.delete(name);
  const columns = query
    .get('columns')
    ?.split(',')
    .filter((name) => !name.endsWith(PREVIOUS_SUFFIX));
  if (columns) query.set('columns', columns.join(','));
  return query;
}

/**
 * Returns the query of a saved report for a given day: relative days move with it, everything else stays.
 *
 * @param report path of the report below `/analyses`
 * @param screenParameters parameters of its screen
 * @param query parameters of its file on the day it was saved
 */
export function queryForDay(
  report: string,
  screenParameters: URLSearchParams,
  query: URLSearchParams,
  context: PeriodContext,
): URLSearchParams {
  const days = daysOn(report, screenParameters, context);
  const moved = new URLSearchParams(query);
  if (!days) return moved;
  moved.set('date_from', formatIsoDay(days.range.from));
  moved.set('date_to', formatIsoDay(days.range.to));
  if (!query.has('compare_from')) return moved;
  if (!days.previous) return dropComparison(moved);
  moved.set('compare_from', formatIsoDay(days.previous.from));
  moved.set('compare_to', formatIsoDay(days.previous.to));
  return moved;
}
