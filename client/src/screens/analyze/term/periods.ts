import type { TFunction } from 'i18next';
import {
  comparePeriods,
  isPartial,
  monthOf,
  periodLabel,
  previousPeriods,
  type Day,
  type DayRange,
  type TermPeriodUnit,
  type WeekStart,
} from '../../../../../shared/domain/calendar';
import { punctuation } from '../../../../../shared/format';
import { formatRange } from '../../../i18n/punctuation';
import type { Language } from '../../../preferences/language';
import { formatDay, formatWeekday } from '../../../kit/tokyo-date';
import type { TrendPeriod } from '../../../kit/report/trend-rows';

/** Period of the trend with its text and days. */
export interface TermPeriod extends TrendPeriod {
  readonly days: DayRange;
  /** Comparison period. */
  readonly before: DayRange | undefined;
  /** True if it includes a day that isn't finished. */
  readonly running: boolean;
}

const short = (day: Day): string => `${Math.floor(day / 100) % 100}/${day % 100}`;
const monthText = (day: Day): string => formatDay(day).slice(0, 'yyyy/MM'.length);
const rangeText = ({ from, to }: DayRange): string =>
  from === to
    ? formatDay(from)
    : formatRange(
        formatDay(from),
        monthOf(from) === monthOf(to) || Math.floor(from / 10_000) === Math.floor(to / 10_000)
          ? short(to)
          : formatDay(to),
      );

interface TermPeriodParams {
  readonly range: DayRange;
  readonly previous: DayRange | undefined;
  readonly unit: TermPeriodUnit;
  readonly weekStart: WeekStart;
  readonly today: Day;
  readonly language: Language;
}

/** Returns the periods of a trend in chronological order, with a note on incomplete ones. */
export function termPeriods(
  { range, previous, unit, weekStart, today, language }: TermPeriodParams,
  t: TFunction,
): TermPeriod[] {
  const compared = comparePeriods(range, unit, weekStart, previous ?? previousPeriods(range, unit));
  return compared.map(({ period, previous: before }): TermPeriod => {
    const { days } = period;
    const ahead = days.from > today;
    const running = days.to >= today && !ahead;
    const texts = {
      day: () => punctuation[language].aside(formatDay(days.from), formatWeekday(days.from, language)),
      week: () => t('term.weekOf', { day: formatDay(period.key) }),
      month: () => monthText(days.from),
    };
    return {
      key: periodLabel(period.key, unit),
      tick: unit === 'month' ? monthText(days.from) : short(period.key),
      text: texts[unit](),
      days,
      before: (previous && before) ?? undefined,
      running,
      ahead,
      previous: previous && before ? rangeText(before) : undefined,
      partial: ahead
        ? t('term.ahead')
        : running
          ? t('term.running')
          : isPartial(period, unit)
            ? t('term.cut', { from: short(days.from), to: short(days.to) })
            : undefined,
    };
  });
}
