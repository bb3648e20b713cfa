import {
  AttributionModel,
  axisName,
  type AxisKey,
  axisOf,
  type Enumeration,
  enumValues,
  FIGURE_FILTER,
  findAxis,
  findMeasure,
  formatFigureCondition,
  isAxisKey,
  measureName,
  readFigureConditions,
} from '../../../../shared/catalog';
import { defineStored, type Stored } from '../../preferences/stored';
import { rowOnAxis, type ReportRow } from './answer';
import { filterParameter, type AxisFilters, filterAxes, MAX_AXES } from './axes';
import { readComparison, type Comparison } from '../period/comparison';
import { readPeriod, type Period } from '../period/period';
import { readSort, type Sort } from '../table/measure-column';
import { CUSTOM_ITEM } from './visible';

/** A user's view choices for an analysis page; stored per user and page, and renewed by use. */
export interface SavedChoice {
  axes?: readonly AxisKey[];
  /** Attributes of the ad beside the axes. */
  attributes?: readonly AxisKey[];
  /** Whether row trends are visible; undefined means if there is room. */
  trend?: boolean;
  item?: string;
  columns?: readonly string[] | undefined;
  /** Pixel widths of dragged columns. */
  widths?: Readonly<Record<string, number>>;
  /** Parts above the table that are folded away. */
  folded?: readonly FoldablePart[];
}

/** Parts of a report above its table that can be folded away. */
export type FoldablePart = 'keyMetrics' | 'charts' | 'targets';

/** Stored choice of one page; `hideAxisConfig` is the key in the specification. */
export const savedChoice = (page: string): Stored<SavedChoice> =>
  defineStored<SavedChoice>({ name: `hideAxisConfig_${page}`, version: 1, sliding: true });

/** Formats axes for the URL. */
export const axisText = (axes: readonly AxisKey[]): string => axes.map(axisName).join(',');

/** URL value for no axes, because absence means the default axes. */
const NO_AXES = 'none';

/** Formats attributes for the URL. */
export const attributesText = (attributes: readonly AxisKey[]): string => axisText(attributes) || NO_AXES;

/** Converts a stored choice to URL parameters. */
export const choiceParameters = (saved: SavedChoice | undefined): Record<string, string> => ({
  ...(saved?.axes ? { axis: axisText(saved.axes) } : {}),
  ...(saved?.attributes ? { attrs: attributesText(saved.attributes) } : {}),
  ...(saved?.trend === undefined ? {} : { trend: saved.trend ? '1' : '0' }),
  ...(saved?.item === undefined ? {} : { item: saved.item }),
  ...(saved?.columns ? { cols: saved.columns.join(',') } : {}),
});

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
  /** Conditions on the metric values of rows, as REST writes them. */
  figures: readonly string[];
  path: readonly DrillStep[];
  sort: Sort;
  /** Value of the column preset. */
  item: string;
  /** Names in the URL that are no item, and those that are; undefined if all are known. */
  refusedItems: { readonly unknown: readonly string[]; readonly known: readonly string[] } | undefined;
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
  /** Whether only approved conversions count. */
  approved: boolean;
}

/** Defaults of a report. */
export interface ReportDefaults {
  axes: readonly AxisKey[];
  sort: Sort;
  item: string;
  /** Presets that the URL may name, by value or by name. */
  items?: Enumeration;
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

/** Parses an item: a preset by value or name, or the measures to show. */
function readItem(
  text: string | null,
  { item, items = {} }: Pick<ReportDefaults, 'item' | 'items'>,
): Pick<ReportState, 'item' | 'refusedItems' | 'columns'> {
  const names = listOf(text);
  const presets = { ...items, CUSTOM: CUSTOM_ITEM };
  const asked = names.join();
  if (names.length === 0 || asked === item) return { item, refusedItems: undefined, columns: undefined };
  const preset = Object.entries(presets).find(
    ([name, value]) => String(value) === asked || name === asked.toUpperCase(),
  );
  if (preset) return { item: String(preset[1]), refusedItems: undefined, columns: undefined };
  const measures = names.map((name) => findMeasure(name.toLowerCase()));
  const unknown = names.filter((_, index) => measures[index] === null);
  if (unknown.length > 0)
    return { item, refusedItems: { unknown, known: Object.keys(presets) }, columns: undefined };
  const columns = measures.flatMap((key) => (key ? [measureName(key)] : []));
  return { item: CUSTOM_ITEM, refusedItems: undefined, columns };
}

/** Parses the state of a URL, completed by the report's defaults. */
export function readReportState(
  parameters: URLSearchParams,
  defaults: ReportDefaults & { period: Period },
): ReportState {
  const columns = listOf(parameters.get('cols'));
  const item = readItem(parameters.get('item'), defaults);
  return {
    period: readPeriod(parameters) ?? defaults.period,
    comparison: readComparison(parameters.get('compare')),
    axes: readAxes(parameters.get('axis')) ?? defaults.axes,
    attributes: parameters.has('attrs') ? axesIn(parameters.get('attrs')) : undefined,
    trend: parameters.has('trend') ? parameters.get('trend') === '1' : undefined,
    filters: readFilters(parameters),
    figures: readFigureConditions(parameters.get(FIGURE_FILTER)).map(formatFigureCondition),
    path: parsePath(parameters.get('drill')),
    sort: readSort(parameters.get('sort')) ?? defaults.sort,
    ...item,
    columns: columns.length > 0 ? columns : item.columns,
    chart: parameters.get('chart') ?? undefined,
    model: numberIn(parameters.get('model'), Math.max(...enumValues(AttributionModel))),
    evaluation: numberIn(parameters.get('evaluation'), 3),
    view: parameters.get('view') ?? undefined,
    cvSettingIds: listOf(parameters.get('cv'))
      .map(Number)
      .filter((id) => Number.isSafeInteger(id) && id > 0),
    search: parameters.get('q') ?? '',
    empty: parameters.get('empty') === '1',
    approved: parameters.get('approved') === '1',
  };
}
