import { useMemo } from 'react';
import { useProductId, useWeekStart } from '../../session/session-context';
import { resolveDays, type ResolvedDays } from '../period/comparison';
import { useToday } from '../use-today';
import { visibleAttributes } from './attributes';
import { filtersWithPath } from './drill';
import type { ReportQuery } from './types';
import type { ReportState } from './url-state';

/** Returns the days of a report and its query, both derived from the report's state. */
export function useReportQuery(page: string, state: ReportState): { days: ResolvedDays; query: ReportQuery } {
  const productId = useProductId();
  const today = useToday();
  const weekStart = useWeekStart();
  const days = useMemo(
    () => resolveDays(state.period, state.comparison, { today, weekStart }),
    [state.period, state.comparison, today, weekStart],
  );
  const query = useMemo<ReportQuery>(() => {
    const { range, previous, beside } = days;
    return {
      productId,
      ...range,
      previous,
      beside,
      axes: state.axes,
      attributes: visibleAttributes(page, { axes: state.axes, attributes: state.attributes }),
      filters: filtersWithPath(state.filters, state.path),
      model: state.model,
      evaluation: state.evaluation,
      cvSettingIds: state.cvSettingIds,
    };
  }, [
    page,
    productId,
    days,
    state.axes,
    state.attributes,
    state.filters,
    state.path,
    state.model,
    state.evaluation,
    state.cvSettingIds,
  ]);
  return { days, query };
}
