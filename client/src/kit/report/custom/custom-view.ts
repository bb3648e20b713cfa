import {
  axisName,
  FIGURE_FILTER,
  filterName,
  findAxis,
  isFigureFilter,
  measureNames,
  type AxisKey,
} from '../../../../../shared/catalog';
import { parseCustomMeasureId } from '../../../../../shared/catalog/evaluate';
import { keysOf } from '../../../../../shared/records';
import type { AnalyzeSettingFieldsFragment, AnalyzeSettingInput } from '../../../generated/graphql';
import { comparisonText, readComparison, type Comparison } from '../../period/comparison';
import type { Period } from '../../period/period';
import { dayText } from '../../tokyo-date';
import { MAX_AXES } from '../axes';
import { sortText } from '../../table/measure-column';
import { filtersWithPath, type ReportState } from '../url-state';

/** Value of the tab with a custom item's columns. */
export const SAVED_ITEM = 'saved';

type Contents = Pick<
  AnalyzeSettingFieldsFragment,
  | 'columns'
  | 'axes'
  | 'attributes'
  | 'trend'
  | 'filters'
  | 'period'
  | 'comparison'
  | 'sort'
  | 'attributionModel'
  | 'evaluation'
>;

const periodOf = (period: string | null): Record<string, string> => {
  if (period === null) return {};
  const [from = '', to = ''] = period.split('_');
  return to === '' ? { period } : { from, to };
};

const COMPARISONS: Readonly<Record<string, Comparison>> = {
  previous: 'previous',
  last_year: 'lastYear',
  none: 'none',
};

/** Returns the URL form of a saved comparison; null for the default. */
const comparisonOf = (saved: string | null): string | null =>
  saved === null ? null : comparisonText(COMPARISONS[saved] ?? readComparison(saved));

/** Returns the axes of a custom item that exist, at most as many as rows may cross. */
export const customAxes = ({ axes }: Pick<Contents, 'axes'>): AxisKey[] =>
  axes.flatMap((name) => findAxis(name) ?? []).slice(0, MAX_AXES);

/** Converts a custom item to URL parameters of its report. */
export function customParameters(saved: Contents): URLSearchParams {
  const { filters, sort, columns, attributionModel: model, evaluation } = saved;
  const [first] = columns;
  const stated: Record<string, string | null> = {
    item: SAVED_ITEM,
    axis: saved.axes.join(','),
    attrs: saved.attributes.join(','),
    trend: saved.trend == null ? null : saved.trend === 'shown' ? '1' : '0',
    ...periodOf(saved.period ?? null),
    compare: comparisonOf(saved.comparison ?? null),
    sort: sort ?? (first === undefined ? null : `-${first}`),
    model: model == null ? null : String(model),
    evaluation: evaluation == null ? null : String(evaluation),
    ...Object.fromEntries(filters.map(({ name, values }) => [name, values.join(',')])),
  };
  return new URLSearchParams(
    Object.entries(stated).filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''),
  );
}

const periodText = (period: Period): string =>
  period.preset === 'custom' ? `${dayText(period.range.from)}_${dayText(period.range.to)}` : period.preset;

function savedComparison(comparison: Comparison): string {
  if (typeof comparison !== 'string') return `${dayText(comparison.from)}_${dayText(comparison.to)}`;
  return comparison === 'lastYear' ? 'last_year' : comparison;
}

/** Returns whether a custom item can store the column: a measure or a custom measure. */
const isStorable = (key: string): boolean => measureNames.includes(key) || parseCustomMeasureId(key) !== null;

/**
 * Converts the state of a report to a custom item.
 * @param columns keys of the visible columns
 */
export function contentsOf(
  state: ReportState,
  columns: readonly string[],
): Omit<AnalyzeSettingInput, 'item'> {
  const filters = filtersWithPath(state.filters, state.path);
  const sort = sortText(state.sort);
  return {
    columns: columns.filter(isStorable),
    axes: state.axes.map(axisName),
    attributes: (state.attributes ?? []).map(axisName),
    trend: state.trend === undefined ? null : state.trend ? 'shown' : 'hidden',
    filters: [
      ...keysOf(filters).flatMap((axis) => {
        const name = filterName(axis);
        return name === null ? [] : [{ name, values: [...(filters[axis] ?? [])] }];
      }),
      ...(isFigureFilter(state.figures) && state.figures.length > 0
        ? [{ name: FIGURE_FILTER, values: [...state.figures] }]
        : []),
    ],
    period: periodText(state.period),
    comparison: savedComparison(state.comparison),
    sort: isStorable(state.sort.key) ? sort : null,
    attributionModel: state.model ?? null,
    evaluation: state.evaluation ?? null,
  };
}
