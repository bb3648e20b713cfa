import type { DayRange } from '../domain/calendar';
import { readAcquisition } from './acquisition';
import { readComparison, shownDays } from './comparison';
import { dayText, readPeriod, type Standing } from './period';

/** The report whose days are months of acquisition. */
const BY_ACQUISITION = 'transitions';
const COMPARED = ['compare_from', 'compare_to'] as const;
/** What columns of the days compared with end in. */
const BEFORE = '_previous';

interface MovingDays {
  range: DayRange;
  previous: DayRange | undefined;
}

/** The days that an address of a report means on some day; undefined where it leaves them to the report. */
function daysOn(report: string, address: URLSearchParams, standing: Standing): MovingDays | undefined {
  if (report === BY_ACQUISITION)
    return { range: readAcquisition(address, standing).range, previous: undefined };
  const period = readPeriod(address);
  return period && shownDays(period, readComparison(address.get('compare')), standing);
}

/** The day that runs is compared with nothing: neither do days stay in a question that were compared when it was saved, nor their columns. */
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
 * The question of a saved report as of some day: its days move with it, all else stays.
 * @param report path of the report below `/analyses`
 * @param address parameters of its screen
 * @param question parameters of its file as of the day on which it was saved
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
