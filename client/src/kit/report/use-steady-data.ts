import { useEffect, useRef } from 'react';
import type { ReportData } from './answer';
import type { ReportQuery } from './types';

/** Data, and the question that its rows answer. */
export interface SteadyData {
  data: ReportData;
  asked: ReportQuery;
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
  if (!waiting || !before || before.query.productId !== query.productId)
    return { data, asked: query, stale: false };
  return {
    data: { ...before.data, loading: true, refetch: data.refetch, watch: data.watch },
    asked: before.query,
    stale: true,
  };
}
