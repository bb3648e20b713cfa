import {
  addDays,
  addMonths,
  finishedDaysOfMonth,
  lastDays,
  monthOf,
  monthRange,
  comparisonDays,
  type Day,
  type DayRange,
} from '../../../../../shared/domain/calendar';
import type { MeasureKey } from '../../../../../shared/catalog';
import type { DashboardQueryVariables } from '../../../generated/first';
import { dayText } from '../../../kit/tokyo-date';

/** Periods compared by the dashboard, in Tokyo days (domain.md, Dashboard). */
export interface DashboardPeriods {
  today: Day;
  yesterday: Day;
  dayBefore: Day;
  /** Finished days of this month. On its first day it is today, without a comparison. */
  month: DayRange;
  /** The same days of last month. */
  lastMonthToSameDay: DayRange | undefined;
  lastMonth: DayRange;
  /** Days of the trend, and the same weekdays one year before. */
  trend: DayRange;
  yearBefore: DayRange;
}

/** Number of days in the trend. The same weekdays are 28 days (a month) and 364 days (a year) back. */
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
    lastMonthToSameDay: finished
      ? comparisonDays({ range: finished, running: 'month' }, 'previous')
      : undefined,
    lastMonth: monthRange(addMonths(monthOf(today), -1)),
    trend,
    yearBefore: { from: addDays(trend.from, -YEAR_BACK), to: addDays(trend.to, -YEAR_BACK) },
  };
}

/** Number of ads at each end of the ranking. */
export const TOP_ADS = 5;
/** Number of top-cost ads considered for recommendations: the maximum of one response. */
export const CANDIDATE_ADS = 50;

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
  tried: CANDIDATE_ADS,
});
