import { axes, axisKeys, NO_VALUE, type BaseKey, type MetricCell } from '../../../../shared/catalog';
import type { AxisFilters } from '../report/axes';

/**
 * Parts of the ad cost that have log rows. They appear together, because the report's cost is their sum;
 * reports open the first.
 */
export const COSTS = ['costSen', 'mediaCostSen', 'cvCostApprovedSen'] as const satisfies readonly BaseKey[];

/** Returns the report filters for a position in a report; undefined if there are none. */
export function filtersOf({
  at,
  except,
  noAd,
}: Pick<MetricCell, 'at' | 'except' | 'noAd'>): AxisFilters | undefined {
  const named = axisKeys.filter((axis) => at[axis]?.length);
  if (except || noAd || named.some((axis) => axes[axis].filter === null || at[axis]?.includes(NO_VALUE)))
    return undefined;
  return Object.fromEntries(named.map((axis) => [axis, (at[axis] ?? []).map(String)]));
}
