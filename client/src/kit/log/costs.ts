import { axes, axisKeys, NO_VALUE, type BaseKey, type Figure } from '../../../../shared/catalog';
import type { AxisFilters } from '../report/axes';

/** The parts of the cost of ads that stand in logs, beside each other since the cost of a report is their sum; reports open the first. */
export const COSTS = ['costSen', 'mediaCostSen', 'cvCostApprovedSen'] as const satisfies readonly BaseKey[];

/** The filters of a report that stand for a place in one; undefined where none do. */
export function filtersOf({
  at,
  except,
  noAd,
}: Pick<Figure, 'at' | 'except' | 'noAd'>): AxisFilters | undefined {
  const named = axisKeys.filter((axis) => at[axis]?.length);
  if (except || noAd || named.some((axis) => axes[axis].filter === null || at[axis]?.includes(NO_VALUE)))
    return undefined;
  return Object.fromEntries(named.map((axis) => [axis, (at[axis] ?? []).map(String)]));
}
