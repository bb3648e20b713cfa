import { countDays, TermPeriodUnit, type DayRange } from '../../../../../shared/domain/calendar';

export const UNITS = [TermPeriodUnit.DAY, TermPeriodUnit.WEEK, TermPeriodUnit.MONTH];

/** Longest ranges in days that default to daily and weekly units. */
const MAX_DAILY_DAYS = 62;
const MAX_WEEKLY_DAYS = 26 * 7;
/** Longest range in days that a chart can show in each unit. */
const MAX_DAYS: Readonly<Record<TermPeriodUnit, number>> = { day: 800, week: 800 * 7, month: Infinity };

export const isTooFine = (unit: TermPeriodUnit, { from, to }: DayRange): boolean =>
  countDays(from, to) > MAX_DAYS[unit];

/** Returns the selected unit or a suitable default. Never returns a unit too fine for the range. */
export function termUnit(chosen: string | null, range: DayRange): TermPeriodUnit {
  const days = countDays(range.from, range.to);
  const suiting =
    days <= MAX_DAILY_DAYS
      ? TermPeriodUnit.DAY
      : days <= MAX_WEEKLY_DAYS
        ? TermPeriodUnit.WEEK
        : TermPeriodUnit.MONTH;
  const unit = UNITS.find((known) => known === chosen) ?? suiting;
  return isTooFine(unit, range) ? suiting : unit;
}
