import { findAxis, type AxisKey } from '../../../../shared/catalog';
import { filterAxes, filterParameter, MAX_AXES, type AxisFilters } from './axes';
import { parsePath, type DrillStep } from './drill';
import { readComparison, type Comparison } from '../period/comparison';
import { readPeriod, type Period } from '../period/period';
import type { Sort } from '../table/measure-column';

/** Everything that defines a report on screen; all of it is in the URL. */
export interface ReportState {
  period: Period;
  comparison: Comparison;
  axes: readonly AxisKey[];
  /** Attributes of the ad beside the axes; undefined for the page's defaults. */
  attributes: readonly AxisKey[] | undefined;
  /** Whether row trends are visible; undefined means if there is room. */
  trend: boolean | undefined;
  filters: AxisFilters;
  path: readonly DrillStep[];
  sort: Sort;
  /** Column preset, as in the URL. */
  item: string;
  /** Columns chosen individually; undefined while the preset applies. */
  columns: readonly string[] | undefined;
  chart: string | undefined;
  model: number | undefined;
  evaluation: number | undefined;
  view: string | undefined;
  /** CV settings that the CVR counts; empty for all final ones. */
  cvSettingIds: readonly number[];
  /** Words to search for in row names. */
  search: string;
  /** Whether to show columns without any value. */
  empty: boolean;
}

/** Defaults of a report. */
export interface ReportDefaults {
  axes: readonly AxisKey[];
  sort: Sort;
  item: string;
  /** Parameters that any other change clears, such as the page number. */
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

/** Parses axes; undefined if none of them exists. */
function readAxes(text: string | null): AxisKey[] | undefined {
  const axes = axesIn(text).slice(0, MAX_AXES);
  return axes.length > 0 ? axes : undefined;
}

function readSort(text: string | null): Sort | undefined {
  const match = /^(-?)([a-z][a-z0-9_]*)$/.exec(text ?? '');
  return match?.[2] ? { key: match[2], ascending: match[1] === '' } : undefined;
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

/** Parses the state of a URL, completed by the report's defaults. */
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
