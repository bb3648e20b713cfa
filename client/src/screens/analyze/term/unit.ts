import { countDays, TermPeriodUnit, type DayRange } from '../../../../../shared/domain/calendar';

export const UNITS = [TermPeriodUnit.DAY, TermPeriodUnit.WEEK, TermPeriodUnit.MONTH];

/** Days that are shown one by one, and weeks that are shown as such, unless another unit is chosen. */
const MOST_DAYS = 62;
const MOST_WEEKS_DAYS = 26 * 7;
/** Days beyond which a unit has more periods than a chart can show. */
const LONGEST: Readonly<Record<TermPeriodUnit, number>> = { day: 800, week: 800 * 7, month: Infinity };

export const isTooFine = (unit: TermPeriodUnit, { from, to }: DayRange): boolean =>
  countDays(from, to) > LONGEST[unit];

/** The unit that is chosen, else the one that suits the length of the range; never one that is too fine for it. */
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
