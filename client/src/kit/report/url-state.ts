import { findAxis, type AxisKey } from '../../../../shared/catalog';
import { filterAxes, filterParameter, MOST_AXES, type AxisFilters } from './axes';
import { parsePath, type DrillStep } from './drill';
import { readComparison, type Comparison } from '../period/comparison';
import { readPeriod, type Period } from '../period/period';
import type { Sort } from '../table/measure-column';

/** Everything that makes a report what it is on screen; all of it stands in the address. */
export interface ReportState {
  period: Period;
  comparison: Comparison;
  axes: readonly AxisKey[];
  /** Attributes of the ad beside the axes; undefined: those that the page shows unless asked otherwise. */
  attributes: readonly AxisKey[] | undefined;
  /** Whether the tiny trends of rows are shown; undefined: where there is room. */
  trend: boolean | undefined;
  filters: AxisFilters;
  path: readonly DrillStep[];
  sort: Sort;
  /** Column preset, as in the address. */
  item: string;
  /** Columns chosen one by one; undefined while the preset's are shown. */
  columns: readonly string[] | undefined;
  chart: string | undefined;
  model: number | undefined;
  evaluation: number | undefined;
  view: string | undefined;
  /** CV settings whose conversions make the CVR; empty: all final ones. */
  cvSettingIds: readonly number[];
  /** Words that the names of the shown rows hold. */
  search: string;
  /** Whether columns without any value are shown too. */
  empty: boolean;
}

/** What a report shows when the address says nothing. */
export interface ReportDefaults {
  axes: readonly AxisKey[];
  sort: Sort;
  item: string;
  /** Parameters that any other change takes away, as the number of a page. */
  passing?: readonly string[];
}

const listOf = (text: string | null): string[] => (text ? text.split(',').filter(Boolean) : []);

function numberIn(text: string | null, most: number): number | undefined {
  const value = Number(text);
  return text && Number.isInteger(value) && value >= 1 && value <= most ? value : undefined;
}

const axesIn = (text: string | null): AxisKey[] => [
  ...new Set(listOf(text).flatMap((name) => findAxis(name) ?? [])),
];

/** Reads axes; undefined when none of them exists. */
function readAxes(text: string | null): AxisKey[] | undefined {
  const axes = axesIn(text).slice(0, MOST_AXES);
  return axes.length > 0 ? axes : undefined;
}

function readSort(text: string | null): Sort | undefined {
  const found = /^(-?)([a-z][a-z0-9_]*)$/.exec(text ?? '');
  return found?.[2] ? { key: found[2], ascending: found[1] === '' } : undefined;
}

export const sortText = ({ key, ascending }: Sort): string => `${ascending ? '' : '-'}${key}`;

function readFilters(parameters: URLSearchParams): AxisFilters {
  const filters: AxisFilters = {};
  for (const axis of filterAxes) {
    const name = filterParameter(axis);
    const sound = axis === 'device' ? /^[a-z]+$/ : /^\d+$/;
    const values = name ? listOf(parameters.get(name)).filter((value) => sound.test(value)) : [];
    if (values.length > 0) filters[axis] = values;
  }
  return filters;
}

/** The state that an address states, completed by the report's defaults. */
export function readReportState(
  parameters: URLSearchParams,
  defaults: ReportDefaults & { period: Period },
): ReportState {
  const columns = listOf(parameters.get('cols'));
  return {
    period: readPeriod(parameters) ?? defaults.period,
    comparison: readComparison(parameters.get('compare')),
    axes: readAxes(parameters.get('axis')) ?? defaults.axes,
    attributes: parameters.has('attrs') ? axesIn(parameters.get('attrs')) : undefined,
    trend: parameters.has('trend') ? parameters.get('trend') === '1' : undefined,
    filters: readFilters(parameters),
    path: parsePath(parameters.get('drill')),
    sort: readSort(parameters.get('sort')) ?? defaults.sort,
    item: parameters.get('item') ?? defaults.item,
    columns: columns.length > 0 ? columns : undefined,
    chart: parameters.get('chart') ?? undefined,
    model: numberIn(parameters.get('model'), 5),
    evaluation: numberIn(parameters.get('evaluation'), 3),
    view: parameters.get('view') ?? undefined,
    cvSettingIds: listOf(parameters.get('cv'))
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
    search: parameters.get('q') ?? '',
    empty: parameters.get('empty') === '1',
  };
}

/** The address with parameters changed; null or empty takes one away. */
export function withParameters(
  before: URLSearchParams,
  changes: Record<string, string | null>,
): URLSearchParams {
  const after = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') after.delete(name);
    else after.set(name, value);
  }
  return after;
}
