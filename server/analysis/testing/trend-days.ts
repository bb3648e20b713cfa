import type { AxisKey } from '../../../shared/catalog';
import type { ReportInput } from '../input';

export type Unit = 'month' | 'week' | 'day';

/** Input of a trend in tests. */
export interface TrendInput {
  axis: AxisKey[];
  unit: Unit;
  evaluation: number;
  attributionModel: number;
  dateFrom: number;
  dateTo: number;
  cvSettingIds?: number[] | undefined;
  filters?: ReportInput['filters'];
}

/** Days by JavaScript dates, so that the product's calendar does not test itself. */
const dateOf = (day: number): Date =>
  new Date(Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100));
const dayOfDate = (date: Date): number => Number(date.toISOString().slice(0, 10).replaceAll('-', ''));
export const shifted = (day: number, days: number): number =>
  dayOfDate(new Date(dateOf(day).getTime() + days * 86_400_000));
export const everyDay = (from: number, to: number): number[] => {
  const days: number[] = [];
  for (let day = from; day <= to; day = shifted(day, 1)) days.push(day);
  return days;
};
const slashed = (day: number): string => dateOf(day).toISOString().slice(0, 10).replaceAll('-', '/');

/** Returns the period of a day as in the interfaces. */
export function periodOf(day: number, unit: Unit, weekStart: number): string {
  if (unit === 'month') return String(Math.floor(day / 100));
  return slashed(unit === 'day' ? day : shifted(day, -((dateOf(day).getUTCDay() - weekStart + 7) % 7)));
}

/**
 * Returns the comparison days, each with the first day of its counterpart: as many days, weeks or whole
 * months just before.
 */
export function earlierDays(
  { from, to }: { from: number; to: number },
  unit: Unit,
): [beside: number, day: number][] {
  const days = everyDay(from, to);
  if (unit !== 'month')
    return days.map((day) => [
      day,
      shifted(day, -(unit === 'day' ? days.length : Math.ceil(days.length / 7) * 7)),
    ]);
  const months = [...new Set(days.map((day) => Math.floor(day / 100)))];
  const earlier = (yyyymm: number, by: number): Date =>
    new Date(Date.UTC(Math.floor(yyyymm / 100), (yyyymm % 100) - 1 - by, 1));
  return months.flatMap((month) =>
    everyDay(
      dayOfDate(earlier(month, months.length)),
      shifted(dayOfDate(earlier(month, months.length - 1)), -1),
    ).map((day): [number, number] => [month * 100 + 1, day]),
  );
}
