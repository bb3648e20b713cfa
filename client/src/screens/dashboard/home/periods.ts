import type { MeasureKey, AxisKey } from '../../../../../shared/catalog';
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
import type { DashboardQueryVariables } from '../../../generated/first';
import { dayText } from '../../../kit/tokyo-date';
import { useMemo } from 'react';
import { useMetricLinks, type MetricLinks } from '../../../kit/report/drill-down-links';
import { rowOnAxis } from '../../../kit/report/answer';
import { useProductId } from '../../../session/session-context';
import type { Simulation } from '../../../../../shared/catalog/simulation';
import { formatCostChanges } from '../../../../../shared/domain/cost';
import { filterParameter } from '../../../kit/report/axes';
import { periodParameters, type Period } from '../../../kit/period/period';

/** Dashboard measures in card order. */
export const DASHBOARD_MEASURES = [
  'adClickCount',
  'cvTotalFinal',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
  'roi',
  'profit',
] as const satisfies readonly MeasureKey[];
export type DashboardMeasure = (typeof DASHBOARD_MEASURES)[number];

/** Reads the measure from the address. Falls back to the given one. */
export const readMeasure = (text: string | null, otherwise: DashboardMeasure): DashboardMeasure =>
  DASHBOARD_MEASURES.find((key) => key === text) ?? otherwise;

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
  figures: readonly string[],
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
  figures: [...figures],
  ads: TOP_ADS,
  tried: CANDIDATE_ADS,
});

const NOWHERE: readonly AxisKey[] = [];

/**
 * Links for the metric values of a date range. Counts lead to their rows, other values to the statistics of
 * these days.
 */
export function useDayLinks(range: DayRange, axes: readonly AxisKey[] = NOWHERE): MetricLinks {
  const productId = useProductId();
  const { from, to } = range;
  const query = useMemo(() => ({ productId, from, to, filters: {} }), [productId, from, to]);
  const rows = useMetricLinks({ query, axes });
  return useMemo(
    () => (row, column) => {
      if (!column.value(row)) return undefined;
      const { id } = axes.includes('ad') ? rowOnAxis(row, 'ad') : { id: null };
      return (
        rows?.(row, column) ??
        statisticsLink({ preset: 'custom', range: { from, to } }, id === null ? undefined : Number(id))
      );
    },
    [rows, from, to, axes],
  );
}

/** Returns the address of ad statistics for a period, for all ads or one. */
export function statisticsLink(period: Period, adId?: number): string {
  const { from, to, period: preset } = periodParameters(period);
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ period: preset, from, to }))
    if (value !== null) parameters.set(name, value);
  if (adId !== undefined) parameters.set(filterParameter('ad') ?? 'ad_ids', String(adId));
  return `/analyze/ad-statistics?${parameters}`;
}

/** Returns the address of the allocation simulation with changed ad costs. */
export const simulationLink = ({ from, to }: DayRange, { changes, elasticity }: Simulation): string =>
  `/analyze/allocation?${new URLSearchParams({ from: dayText(from), to: dayText(to), axis: 'ad', changes: formatCostChanges(changes), of: 'ad', e: String(elasticity) })}`;

/** Pixel widths of the ads' tables: the same in all of them, which aligns their columns. */
export const COLUMN_WIDTHS = { name: 300, others: 100 };
