import type { DayRange } from '../domain/calendar';
import { readAcquisition } from './acquisition';
import { readComparison, shownDays } from './comparison';
import { dayText, readPeriod, type Standing } from './period';

/** Report whose range selects acquisition months. */
const BY_ACQUISITION = 'transitions';
const COMPARED = ['compare_from', 'compare_to'] as const;
/** Suffix of comparison columns. */
const BEFORE = '_previous';

interface MovingDays {
  range: DayRange;
  previous: DayRange | undefined;
}

/** Returns the days of a report URL on a given day, or undefined if the URL states none. */
function daysOn(report: string, address: URLSearchParams, standing: Standing): MovingDays | undefined {
  if (report === BY_ACQUISITION)
    return { range: readAcquisition(address, standing).range, previous: undefined };
  const period = readPeriod(address);
  return period && shownDays(period, readComparison(address.get('compare')), standing);
}

/** Removes the saved comparison days and their columns: the current day is compared with nothing. */
function uncompared(question: URLSearchParams): URLSearchParams {
  for (const name of COMPARED) question.delete(name);
  const columns = question
    .get('columns')
    ?.split(',')
    .filter((name) => !name.endsWith(BEFORE));
  if (columns) question.set('columns', columns.join(','));
  return question;
}

/**
 * Returns the query of a saved report for a given day: relative days move with it, everything else stays.
 *
 * @param report path of the report below `/analyses`
 * @param address parameters of its screen
 * @param question parameters of its file on the day it was saved
 */
export function questionOn(
  report: string,
  address: URLSearchParams,
  question: URLSearchParams,
  standing: Standing,
): URLSearchParams {
  const days = daysOn(report, address, standing);
  const moved = new URLSearchParams(question);
  if (!days) return moved;
  moved.set('date_from', dayText(days.range.from));
  moved.set('date_to', dayText(days.range.to));
  if (!question.has('compare_from')) return moved;
  if (!days.previous) return uncompared(moved);
  moved.set('compare_from', dayText(days.previous.from));
  moved.set('compare_to', dayText(days.previous.to));
  return moved;
}
