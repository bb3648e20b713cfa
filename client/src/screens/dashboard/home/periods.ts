import {
  addDays,
  addMonths,
  monthOf,
  monthRange,
  monthToDate,
  previousMonthToSameDay,
  type Day,
  type DayRange,
} from '../../../../../shared/domain/calendar';
import type { DashboardQueryVariables } from '../../../generated/first';
import { dayText } from '../../../kit/period/period';

/** What the dashboard compares, in Tokyo days (domain.md, Dashboard). */
export interface DashboardPeriods {
  yesterday: Day;
  dayBefore: Day;
  /** This month up to today. */
  month: DayRange;
  /** Last month up to the same day, and whole. */
  lastMonthToSameDay: DayRange;
  lastMonth: DayRange;
}

export const dashboardPeriods = (today: Day): DashboardPeriods => ({
  yesterday: addDays(today, -1),
  dayBefore: addDays(today, -2),
  month: monthToDate(today),
  lastMonthToSameDay: previousMonthToSameDay(today),
  lastMonth: monthRange(addMonths(monthOf(today), -1)),
});

/** Ads shown, and one row more, since the one of direct conversions is no ad. */
export const TOP_ADS = 5;

export const dashboardVariables = (productId: number, periods: DashboardPeriods): DashboardQueryVariables => ({
  productId,
  yesterday: dayText(periods.yesterday),
  dayBefore: dayText(periods.dayBefore),
  monthFrom: dayText(periods.month.from),
  monthTo: dayText(periods.month.to),
  lastMonthFrom: dayText(periods.lastMonth.from),
  lastMonthSameDay: dayText(periods.lastMonthToSameDay.to),
  lastMonthTo: dayText(periods.lastMonth.to),
  ads: TOP_ADS + 1,
});
