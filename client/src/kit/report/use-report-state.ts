import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';
import { FIGURE_FILTER, type AxisKey } from '../../../../shared/catalog';
import { keysOf, recordOf } from '../../../../shared/records';
import { rememberedSort, rememberSort } from '../../preferences/sort-state';
import { useSession, useProductId, useWeekStart } from '../../session/session-context';
import { withParameters } from '../address';
import { useEnteredFromMenu } from '../page-origin';
import { comparisonText, type Comparison, resolveDays, type ResolvedDays } from '../period/comparison';
import { defaultPeriod, periodParameters, type Period } from '../period/period';
import { sortText, type Sort } from '../table/measure-column';
import type { ReportRow, ReportData } from './answer';
import { approvedName } from './approved-name';
import { filterParameter, type AxisFilters } from './axes';
import {
  formatPath,
  nextAxis,
  stepInto,
  filtersWithPath,
  attributesText,
  axisText,
  choiceParameters,
  savedChoice,
  type SavedChoice,
  readReportState,
  type ReportDefaults,
  type ReportState,
} from './url-state';
import { parseDay } from '../tokyo-date';
import { useToday } from '../use-today';
import { visibleAttributes } from './visible';
import type { ReportQuery, ReportLead } from './types';
import { useMetricLinks, type MetricLinks } from './drill-down-links';

/** State of a report and its setters; Back undoes each change. */
export interface ReportControls {
  state: ReportState;
  setPeriod(period: Period, comparison: Comparison): void;
  setAxes(axes: readonly AxisKey[]): void;
  setFilter(parameter: string, values: readonly string[]): void;
  clearFilters(): void;
  /** Clears every condition that can be refused; undefined if there is none. */
  clearConditions: (() => void) | undefined;
  setSort(sort: Sort): void;
  setColumns(item: string, columns: readonly string[] | undefined): void;
  setTrend(visible: boolean): void;
  setAttributes(attributes: readonly AxisKey[]): void;
  /** Searches rows. Replaces the history entry, because typing would fill the history. */
  setSearch(search: string): void;
  /** Returns a parameter that only one report has. */
  parameter(name: string): string | null;
  /** Sets any other parameter of the report: chart, model, evaluation, view. */
  set(changes: Record<string, string | null>): void;
  /** Returns the axis below a row; undefined if the row can't be opened. */
  below(row: ReportRow): AxisKey | undefined;
  drillInto(row: ReportRow): void;
  /** Returns the URL parameters of the report inside a row. */
  inside(row: ReportRow): string | undefined;
  /** Goes back up to a level; 0 is the whole report. */
  drillTo(level: number): void;
}

const NONE: readonly string[] = [];

/** Whether an address states nothing but the product. */
const isPlain = (parameters: URLSearchParams): boolean =>
  [...parameters.keys()].every((name) => name === 'product_id');

/**
 * Binds a report to the URL. The user's stored choices apply only when entered from the menu, the last sort
 * also at a plain address.
 */
export function useReportState(page: string, defaults: ReportDefaults): ReportControls {
  const { profile, products, productId } = useSession();
  const { userId } = profile;
  const { passing } = defaults;
  const { pathname, key } = useLocation();
  const [parameters, setParameters] = useSearchParams();
  // Applies to the first render too, so that rows are requested once.
  const [entry] = useState({ key, sort: isPlain(parameters) ? (rememberedSort(pathname) ?? null) : null });
  const entrySort = key === entry.key ? entry.sort : null;
  const firstDay = parseDay(products.find(({ id }) => id === productId)?.firstDay ?? '');
  const today = useToday();
  const state = useMemo(() => {
    const stated = withParameters(parameters, { sort: parameters.get('sort') ?? entrySort });
    const read = readReportState(stated, { ...defaults, period: defaultPeriod(firstDay, today) });
    if (!read.approved) return read;
    return {
      ...read,
      sort: { ...read.sort, key: approvedName(read.sort.key) },
      columns: read.columns && [...new Set(read.columns.map(approvedName))],
    };
  }, [parameters, entrySort, defaults, firstDay, today]);

  // Two changes may come before the next render; the second builds on the first.
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const set = useCallback(
    (changes: Record<string, string | null>, replace = false) => {
      const gone = Object.fromEntries((passing ?? NONE).map((name) => [name, null]));
      latest.current = withParameters(latest.current, { ...gone, ...changes });
      setParameters(latest.current, { replace, preventScrollReset: true });
    },
    [setParameters, passing],
  );
  useEffect(() => {
    if (entrySort !== null && isPlain(parameters)) set({ sort: entrySort }, true);
  }, [entrySort, parameters, set]);
  useEnteredFromMenu(() =>
    set(
      { ...choiceParameters(savedChoice(page).read(userId)), sort: rememberedSort(pathname) ?? null },
      true,
    ),
  );

  return useMemo(() => {
    const fixed = state.path.flat().map(({ axis }) => axis);
    const filterParameters = keysOf(state.filters).map((axis) => filterParameter(axis) ?? axis);
    const conditions = [...filterParameters, FIGURE_FILTER, 'drill', 'cv'];
    const without = (names: readonly string[]) => recordOf(names, () => null);
    const below = (row: ReportRow): AxisKey | undefined =>
      stepInto(row, state.axes) && nextAxis(state.axes, fixed);
    const insideChanges = (row: ReportRow): Record<string, string | null> | undefined => {
      const step = stepInto(row, state.axes);
      const axis = below(row);
      return step && axis && { drill: formatPath([...state.path, step]), axis: axisText([axis]), q: null };
    };
    const remember = (part: SavedChoice): void => {
      const stored = savedChoice(page);
      stored.write({ ...stored.read(userId), ...part }, userId);
    };
    return {
      state,
      parameter: (name) => parameters.get(name),
      set,
      below,
      setPeriod: (period, comparison) =>
        set({ ...periodParameters(period), compare: comparisonText(comparison) }),
      setAxes: (axes) => {
        if (state.path.length === 0) remember({ axes });
        set({ axis: axisText(axes) });
      },
      setFilter: (parameter, values) => set({ [parameter]: values.join(',') }),
      clearFilters: () => set(without([...filterParameters, FIGURE_FILTER])),
      clearConditions: conditions.some((name) => parameters.has(name))
        ? () => set(without(conditions))
        : undefined,
      setSort: (sort) => {
        rememberSort(pathname, sortText(sort));
        set({ sort: sortText(sort) });
      },
      setColumns: (item, columns) => {
        remember({ item, columns });
        set({ item, cols: columns?.join(',') ?? null });
      },
      setTrend: (trend) => {
        remember({ trend });
        set({ trend: trend ? '1' : '0' });
      },
      setAttributes: (attributes) => {
        remember({ attributes });
        set({ attrs: attributesText(attributes) });
      },
      setSearch: (search) => set({ q: search }, true),
      drillInto: (row) => {
        const changes = insideChanges(row);
        if (changes) set(changes);
      },
      inside: (row) => {
        const changes = insideChanges(row);
        return changes && `?${withParameters(parameters, changes)}`;
      },
      drillTo: (level) => {
        const opened = state.path[level];
        if (!opened) return;
        set({
          drill: formatPath(state.path.slice(0, level)),
          axis: axisText(opened.map(({ axis }) => axis)),
          q: null,
        });
      },
    };
  }, [page, pathname, userId, state, set, parameters]);
}

/** Returns the days of a report and its query, both derived from the report's state. */
export function useReportQuery(
  { page, scope }: { page: string; scope?: AxisFilters },
  state: ReportState,
): { days: ResolvedDays; query: ReportQuery } {
  const productId = useProductId();
  const today = useToday();
  const weekStart = useWeekStart();
  const isJudged = state.figures.length > 0;
  const days = useMemo(() => {
    const resolved = resolveDays(state.period, state.comparison, { today, weekStart });
    // Conditions choose rows by the finished days; today's values of these rows are not known.
    return isJudged ? { ...resolved, beside: undefined } : resolved;
  }, [state.period, state.comparison, today, weekStart, isJudged]);
  const query = useMemo<ReportQuery>(() => {
    const { range, previous, beside } = days;
    return {
      productId,
      ...range,
      previous,
      beside,
      axes: state.axes,
      attributes: visibleAttributes(page, { axes: state.axes, attributes: state.attributes }),
      filters: { ...scope, ...filtersWithPath(state.filters, state.path) },
      figures: state.figures,
      model: state.model,
      evaluation: state.evaluation,
      cvSettingIds: state.cvSettingIds,
    };
  }, [
    page,
    scope,
    productId,
    days,
    state.axes,
    state.attributes,
    state.filters,
    state.figures,
    state.path,
    state.model,
    state.evaluation,
    state.cvSettingIds,
  ]);
  return { days, query };
}

/** Links from the metric values of a report to their rows; undefined without the right to see them. */
interface ReportLinks {
  opens: MetricLinks | undefined;
  /** Links of the comparison period. */
  opensEarlier: MetricLinks | undefined;
  /** Links of today's values. */
  opensToday: MetricLinks | undefined;
  /** Links of the original total that a simulation compares with. */
  opensBefore: MetricLinks;
}

/** Returns the links from the metric values of a report to their rows. */
export function useReportLinks(
  query: ReportQuery,
  axes: readonly AxisKey[],
  data: ReportData,
  lead: ReportLead | undefined,
): ReportLinks {
  const used = { axes, rows: data.rows, model: data.model, evaluation: data.evaluation };
  const opens = useMetricLinks({ ...used, query, total: data.total, daysOf: lead?.daysOf });
  const earlier = useMemo(() => ({ ...query, ...(query.previous ?? {}) }), [query]);
  const opensEarlier = useMetricLinks({
    ...used,
    query: earlier,
    total: data.previousTotal,
    daysOf: lead?.earlierDaysOf,
  });
  const today = useMemo(
    () => (query.beside === undefined ? query : { ...query, from: query.beside, to: query.beside }),
    [query],
  );
  const opensToday = useMetricLinks({ ...used, query: today, total: data.today });
  const opensBefore: MetricLinks = (_, column) => data.total && opens?.(data.total, column);
  return { opens, opensEarlier, opensToday, opensBefore };
}
