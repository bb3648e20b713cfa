import {
  addDays,
  addMonths,
  finishedDaysOfMonth,
  lastDays,
  monthOf,
  monthRange,
  earlierDays,
  type Day,
  type DayRange,
} from '../../../../../shared/domain/calendar';
import type { MeasureKey } from '../../../../../shared/catalog';
import type { DashboardQueryVariables } from '../../../generated/first';
import { dayText } from '../../../kit/tokyo-date';

/** What the dashboard compares, in Tokyo days (domain.md, Dashboard). */
export interface DashboardPeriods {
  today: Day;
  yesterday: Day;
  dayBefore: Day;
  /** The finished days of this month; on its first day today, which is compared with nothing. */
  month: DayRange;
  /** The same days of last month. */
  lastMonthToSameDay: DayRange | undefined;
  lastMonth: DayRange;
  /** The days of the trend, and the same weekdays as they were a year before. */
  trend: DayRange;
  yearBefore: DayRange;
}

/** Days of the trend; the same weekdays a month before are four weeks back, those a year before 52. */
const TREND_DAYS = 30;
export const MONTH_BACK = 28;
export const YEAR_BACK = 364;

export function dashboardPeriods(today: Day): DashboardPeriods {
  const finished = finishedDaysOfMonth(today);
  const trend = lastDays(TREND_DAYS, today);
  return {
    today,
    yesterday: addDays(today, -1),
    dayBefore: addDays(today, -2),
    month: finished ?? { from: today, to: today },
    lastMonthToSameDay: finished ? earlierDays({ range: finished, running: 'month' }, 'previous') : undefined,
    lastMonth: monthRange(addMonths(monthOf(today), -1)),
    trend,
    yearBefore: { from: addDays(trend.from, -YEAR_BACK), to: addDays(trend.to, -YEAR_BACK) },
  };
}

/** Ads at each end of the ranking. */
export const TOP_ADS = 5;
/** The ads that cost most among which more is tried: as many as are answered at once. */
export const TRIED_ADS = 50;

export const dashboardVariables = (
  productId: number,
  periods: DashboardPeriods,
  rankedBy: MeasureKey,
): DashboardQueryVariables => ({
  productId,
  today: dayText(periods.today),
  yesterday: dayText(periods.yesterday),
  dayBefore: dayText(periods.dayBefore),
  monthFrom: dayText(periods.month.from),
  monthTo: dayText(periods.month.to),
  earlierFrom: periods.lastMonthToSameDay ? dayText(periods.lastMonthToSameDay.from) : null,
  earlierTo: periods.lastMonthToSameDay ? dayText(periods.lastMonthToSameDay.to) : null,
  lastMonthFrom: dayText(periods.lastMonth.from),
  lastMonthTo: dayText(periods.lastMonth.to),
  daysFrom: dayText(addDays(periods.trend.from, -MONTH_BACK)),
  yearFrom: dayText(periods.yearBefore.from),
  yearTo: dayText(periods.yearBefore.to),
  rankedBy,
  ads: TOP_ADS,
  tried: TRIED_ADS,
});
