import { axisName, axisOf, findAxis, isAxisKey, type AxisKey } from '../../../../shared/catalog';
import { rowOnAxis, type ReportRow } from './answer';
import { filterParameter, type AxisFilters } from './axes';

/** One drill-down step: the opened row's value on each axis. */
export type DrillStep = readonly { axis: AxisKey; id: string }[];

/** Returns the next finer axis below a row, skipping axes that are already fixed; undefined at the bottom. */
export function nextAxis(rowAxes: readonly AxisKey[], fixed: readonly AxisKey[]): AxisKey | undefined {
  const used = new Set([...rowAxes, ...fixed]);
  const finest = rowAxes.at(-1);
  return (
    finest &&
    axisOf(finest)
      .opens.filter(isAxisKey)
      .find((axis) => !used.has(axis))
  );
}

/**
 * Returns the step into a row; undefined for rows that no filter can select (direct CVs, ads without the
 * attribute).
 */
export function stepInto(row: ReportRow, rowAxes: readonly AxisKey[]): DrillStep | undefined {
  const step: { axis: AxisKey; id: string }[] = [];
  for (const axis of rowAxes) {
    const { id } = rowOnAxis(row, axis);
    if (id === null || filterParameter(axis) === null) return undefined;
    step.push({ axis, id });
  }
  return step.length > 0 ? step : undefined;
}

/** Formats a path for the URL: `asp:3.device:pc~ad:12`. */
export const formatPath = (path: readonly DrillStep[]): string =>
  path.map((step) => step.map(({ axis, id }) => `${axisName(axis)}:${id}`).join('.')).join('~');

const isSound = (part: { axis: AxisKey | null; id: string }): part is DrillStep[number] =>
  part.axis !== null && (part.axis === 'device' ? /^[a-z]+$/ : /^\d+$/).test(part.id);

/** Parses a path; a malformed path counts as empty. */
export function parsePath(text: string | null): DrillStep[] {
  if (!text) return [];
  const path = text.split('~').map((step) =>
    step.split('.').map((part) => {
      const [axis = '', id = ''] = part.split(':');
      return { axis: findAxis(axis), id };
    }),
  );
  return path.every((step) => step.every(isSound)) ? path : [];
}

/** Returns the filters narrowed to the opened rows. */
export function filtersWithPath(filters: AxisFilters, path: readonly DrillStep[]): AxisFilters {
  const result: AxisFilters = { ...filters };
  for (const { axis, id } of path.flat()) result[axis] = [id];
  return result;
}
