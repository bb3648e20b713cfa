import { useEffect, useRef } from 'react';
import type { AxisKey } from '../../../../shared/catalog';
import type { ReportData } from './answer';
import type { ReportQuery } from './types';

/** Data, the axes that its rows stand for, and the attributes that they bear. */
export interface SteadyData {
  data: ReportData;
  axes: readonly AxisKey[];
  attributes: readonly AxisKey[];
  /** The rows answer an earlier question: they keep the table's size and may not be read. */
  stale: boolean;
}

/**
 * Keeps the last rows while those of another question are on their way, so that nothing jumps; the old rows keep
 * their own axes. Another product, or a failure, keeps nothing.
 */
export function useSteadyData(data: ReportData, query: ReportQuery): SteadyData {
  const last = useRef<{ data: ReportData; query: ReportQuery } | undefined>(undefined);
  useEffect(() => {
    if (data.rows) last.current = { data, query };
  }, [data, query]);

  const before = last.current;
  const waiting = !data.rows && data.loading && !data.error;
  if (!waiting || !before || before.query.productId !== query.productId) return { data, axes: query.axes, attributes: query.attributes, stale: false };
  return { data: { ...before.data, loading: true, refetch: data.refetch, watch: data.watch }, axes: before.query.axes, attributes: before.query.attributes, stale: true };
}
