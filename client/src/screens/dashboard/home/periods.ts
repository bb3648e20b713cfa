import {
  addDays,
  addMonths,
  finishedDaysOfMonth,
  monthOf,
  monthRange,
  earlierDays,
  type Day,
  type DayRange,
} from '../../../../../shared/domain/calendar';
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
}

export function dashboardPeriods(today: Day): DashboardPeriods {
  const finished = finishedDaysOfMonth(today);
  return {
    today,
    yesterday: addDays(today, -1),
    dayBefore: addDays(today, -2),
    month: finished ?? { from: today, to: today },
    lastMonthToSameDay: finished ? earlierDays({ range: finished, running: 'month' }, 'previous') : undefined,
    lastMonth: monthRange(addMonths(monthOf(today), -1)),
  };
}

/** Ads shown, and one row more, since the one of direct conversions is no ad. */
export const TOP_ADS = 5;

export const dashboardVariables = (productId: number, periods: DashboardPeriods): DashboardQueryVariables => ({
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
  ads: TOP_ADS + 1,
});
