import { axes, axisKeys, axisName, axisOf, deviceNames, filterName, type AxisFilterName, type AxisKey } from '../../../../shared/catalog';
import type { AnalysisFilter, Axis } from '../../generated/graphql';
import type { Selections } from '../../session/session-context';
import type { ReportRow } from './types';

/** The GraphQL name of an axis: `lpoTitle` is LPO_TITLE. */
export const graphqlAxis = (axis: AxisKey): Axis => axisName(axis).toUpperCase() as Axis;

/** Most axes that rows may cross. */
export const MOST_AXES = 3;

/** Ids (or device names) chosen per axis. */
export type AxisFilters = Partial<Record<AxisKey, readonly string[]>>;

/** Axes that reports can be filtered by, in column order. */
export const filterAxes: readonly AxisKey[] = axisKeys.filter((key) => axes[key].filter !== null);

/** The address parameter that filters by an axis: its REST name. */
export const filterParameter = filterName;

/** Filters as GraphQL takes them. */
export function graphqlFilters(filters: AxisFilters): AnalysisFilter {
  const result: Partial<Record<AxisFilterName, readonly (string | number)[]>> = {};
  for (const axis of filterAxes) {
    const values = filters[axis];
    const name = axes[axis].filter;
    if (!values?.length || !name) continue;
    result[name] = axis === 'device' ? values : values.map(Number);
  }
  return result as AnalysisFilter;
}

/** What a row is on one axis: the id that filters choose by, as text, and its name; null where it has none. */
export function rowOnAxis(row: ReportRow, axis: AxisKey): { id: string | null; label: string | null } {
  const label = row[axis];
  const id = row[axisOf(axis).idKey ?? axis];
  return {
    id: id === null || id === undefined ? null : String(id),
    label: typeof label === 'string' ? label : null,
  };
}

/** Identity of a row among the rows of one report. */
export function rowKey(row: ReportRow, rowAxes: readonly AxisKey[]): string {
  const ids = rowAxes.map((axis) => rowOnAxis(row, axis).id ?? '');
  return `${row.noAd === true ? 'none' : 'ad'}|${ids.join('|')}`;
}

type Choice = { value: string; label: string };
const choices = (items: readonly { id: number; label: string }[]): Choice[] =>
  items.map(({ id, label }) => ({ value: String(id), label }));

/** What a filter on an axis may choose from. */
export function filterChoices(axis: AxisKey, selections: Selections, deviceLabel: (name: string) => string): Choice[] {
  const { choices: list, dimension } = axisOf(axis);
  if (list === null) return [];
  if (list === 'device') return Object.values(deviceNames).map((name) => ({ value: name, label: deviceLabel(name) }));
  if (list === 'adType') return choices(selections.adType.filter(({ sequence }) => sequence === dimension?.sequence));
  return choices(selections[list]);
}
