import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { axisName, type AxisKey } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { filterParameter } from './axes';
import { formatPath, nextAxis, stepInto } from './drill';
import { periodParameters, type Period } from './period';
import { savedChoice } from './saved-choice';
import type { ReportRow } from './types';
import { readReportState, sortText, withParameters, type ReportDefaults, type ReportState, type Sort } from './url-state';

/** The state of a report and the ways to change it; each change is a step that Back undoes. */
export interface ReportControls {
  state: ReportState;
  setPeriod(period: Period, compare: boolean): void;
  setAxes(axes: readonly AxisKey[]): void;
  setFilter(axis: AxisKey, values: readonly string[]): void;
  clearFilters(): void;
  setSort(sort: Sort): void;
  setColumns(item: string, columns: readonly string[] | undefined): void;
  /** Any other parameter of the report: chart, model, evaluation, view. */
  set(changes: Record<string, string | null>): void;
  /** The axis below a row, or undefined where the row can't be opened. */
  below(row: ReportRow): AxisKey | undefined;
  drillInto(row: ReportRow): void;
  /** Back up to a level: 0 is the whole report. */
  drillTo(level: number): void;
}

/** Axes as they stand in the address. */
const axisText = (axes: readonly AxisKey[]): string => axes.map(axisName).join(',');

/** Ties a report to the address, and to what this user chose for its columns and axes before. */
export function useReportState(page: string, defaults: ReportDefaults): ReportControls {
  const { profile } = useSession();
  const { userId } = profile;
  const [parameters, setParameters] = useSearchParams();
  const state = useMemo(() => readReportState(parameters, defaults), [parameters, defaults]);

  // Two changes may follow each other faster than the page is drawn: the second builds on the first.
  const latest = useRef(parameters);
  useEffect(() => {
    latest.current = parameters;
  }, [parameters]);
  const set = useCallback(
    (changes: Record<string, string | null>, replace = false) => {
      latest.current = withParameters(latest.current, changes);
      setParameters(latest.current, { replace, preventScrollReset: true });
    },
    [setParameters],
  );

  // An address that says nothing about columns or axes gets this user's last choice, so that a link shows the same.
  useEffect(() => {
    const saved = savedChoice(page).read(userId);
    const changes: Record<string, string> = {};
    if (saved?.axes && !parameters.has('axis') && !parameters.has('drill')) changes.axis = axisText(saved.axes);
    if (saved?.item !== undefined && !parameters.has('item') && !parameters.has('cols')) {
      changes.item = saved.item;
      if (saved.columns) changes.cols = saved.columns.join(',');
    }
    if (Object.keys(changes).length > 0) set(changes, true);
  }, [page, userId, parameters, set]);

  return useMemo(() => {
    const fixed = state.path.flat().map(({ axis }) => axis);
    const below = (row: ReportRow): AxisKey | undefined =>
      stepInto(row, state.axes) && nextAxis(state.axes, fixed);
    const remember = (part: { axes?: readonly AxisKey[]; item?: string; columns?: readonly string[] | undefined }): void => {
      const stored = savedChoice(page);
      stored.write({ ...stored.read(userId), ...part }, userId);
    };
    return {
      state,
      set,
      below,
      setPeriod: (period, compare) => set({ ...periodParameters(period), compare: compare ? null : '0' }),
      setAxes: (axes) => {
        if (state.path.length === 0) remember({ axes });
        set({ axis: axisText(axes) });
      },
      setFilter: (axis, values) => {
        const name = filterParameter(axis);
        if (name) set({ [name]: values.join(',') });
      },
      clearFilters: () =>
        set(Object.fromEntries(Object.keys(state.filters).map((axis) => [filterParameter(axis as AxisKey) ?? axis, null]))),
      setSort: (sort) => set({ sort: sortText(sort) }),
      setColumns: (item, columns) => {
        remember({ item, columns });
        set({ item, cols: columns?.join(',') ?? null });
      },
      drillInto: (row) => {
        const step = stepInto(row, state.axes);
        const axis = below(row);
        if (step && axis) set({ drill: formatPath([...state.path, step]), axis: axisText([axis]) });
      },
      drillTo: (level) => {
        const opened = state.path[level];
        if (!opened) return;
        set({ drill: formatPath(state.path.slice(0, level)), axis: axisText(opened.map(({ axis }) => axis)) });
      },
    };
  }, [page, userId, state, set]);
}
