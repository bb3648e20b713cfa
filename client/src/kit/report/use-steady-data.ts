import { useEffect, useRef } from 'react';
import type { ReportData } from './answer';
import type { ReportQuery } from './types';

/** Data and the query that its rows answer. */
export interface SteadyData {
  data: ReportData;
  answeredQuery: ReportQuery;
  /** Whether the rows answer an earlier query. They keep the table's size but are unreadable. */
  stale: boolean;
}

/**
 * Keeps the last rows and their axes while another query loads, to avoid layout shift. A different product or
 * a failure drops them.
 */
export function useSteadyData(data: ReportData, query: ReportQuery): SteadyData {
  const last = useRef<{ data: ReportData; query: ReportQuery } | undefined>(undefined);
  useEffect(() => {
    if (data.rows) last.current = { data, query };
  }, [data, query]);

  const before = last.current;
  const waiting = !data.rows && data.loading && !data.error;
  if (!waiting || !before || before.query.productId !== query.productId)
    return { data, answeredQuery: query, stale: false };
  return {
    data: { ...before.data, loading: true, refetch: data.refetch, watch: data.watch },
    answeredQuery: before.query,
    stale: true,
  };
}
