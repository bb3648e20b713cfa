import type { DayRange } from '../domain/calendar';
import { readAcquisition } from './acquisition';
import { readComparison, shownDays } from './comparison';
import { dayText, readPeriod, type Standing } from './period';

/** The report whose days are months of acquisition. */
const BY_ACQUISITION = 'transitions';

interface MovingDays {
  range: DayRange;
  previous: DayRange | undefined;
}

/** The days that an address of a report means on some day; undefined where it leaves them to the report. */
function daysOn(report: string, address: URLSearchParams, standing: Standing): MovingDays | undefined {
  if (report === BY_ACQUISITION) return { range: readAcquisition(address, standing).range, previous: undefined };
  const period = readPeriod(address);
  return period && shownDays(period, readComparison(address.get('compare')), standing);
}

/**
 * The question of a saved report as of some day: its days move with it, all else stays.
 * @param report path of the report below `/analyses`
 * @param address parameters of its screen
 * @param question parameters of its file as of the day on which it was saved
 */
export function questionOn(report: string, address: URLSearchParams, question: URLSearchParams, standing: Standing): URLSearchParams {
  const days = daysOn(report, address, standing);
  const moved = new URLSearchParams(question);
  if (!days) return moved;
  moved.set('date_from', dayText(days.range.from));
  moved.set('date_to', dayText(days.range.to));
  if (question.has('compare_from') && days.previous) {
    moved.set('compare_from', dayText(days.previous.from));
    moved.set('compare_to', dayText(days.previous.to));
  }
  return moved;
}
