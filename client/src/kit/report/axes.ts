import { axes, axisKeys, axisName, filterName, type AxisKey } from '../../../../shared/catalog';
import type { AnalysisFilter, Axis } from '../../generated/graphql';

/** Returns the GraphQL name of an axis: `lpoTitle` becomes LPO_TITLE. */
export const graphqlAxis = (axis: AxisKey): Axis =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the contract names the axes so; server/graphql makes them the same way
  axisName(axis).toUpperCase() as Axis;

/** Maximum number of axes that rows may cross. */
export const MOST_AXES = 3;

/** Chosen ids (or device names) per axis. */
export type AxisFilters = Partial<Record<AxisKey, readonly string[]>>;

/** Axes that reports can be filtered by, in column order. */
export const filterAxes: readonly AxisKey[] = axisKeys.filter((key) => axes[key].filter !== null);

/** Returns the URL parameter that filters by an axis: its REST name. */
export const filterParameter = filterName;

/** Converts filters to GraphQL input. */
export function graphqlFilters(filters: AxisFilters): AnalysisFilter {
  const result: AnalysisFilter = {};
  for (const axis of filterAxes) {
    const values = filters[axis];
    const name = axes[axis].filter;
    if (!values?.length || !name) continue;
    if (name === 'device') result.device = [...values];
    else result[name] = values.map(Number);
  }
  return result;
}
