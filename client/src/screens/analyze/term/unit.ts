import { countDays, TermPeriodUnit, type DayRange } from '../../../../../shared/domain/calendar';

export const UNITS = [TermPeriodUnit.DAY, TermPeriodUnit.WEEK, TermPeriodUnit.MONTH];

/** Longest ranges in days that default to daily and weekly units. */
const MOST_DAYS = 62;
const MOST_WEEKS_DAYS = 26 * 7;
/** Longest range in days that a chart can show in each unit. */
const LONGEST: Readonly<Record<TermPeriodUnit, number>> = { day: 800, week: 800 * 7, month: Infinity };

export const isTooFine = (unit: TermPeriodUnit, { from, to }: DayRange): boolean =>
  countDays(from, to) > LONGEST[unit];

/** Returns the selected unit or a suitable default. Never returns a unit too fine for the range. */
export function termUnit(chosen: string | null, range: DayRange): TermPeriodUnit {
  const days = countDays(range.from, range.to);
  const suiting =
    days <= MOST_DAYS
      ? TermPeriodUnit.DAY
      : days <= MOST_WEEKS_DAYS
        ? TermPeriodUnit.WEEK
        : TermPeriodUnit.MONTH;
  const unit = UNITS.find((known) => known === chosen) ?? suiting;
  return isTooFine(unit, range) ? suiting : unit;
}
