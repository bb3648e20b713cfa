import { useMemo } from 'react';
import type { AxisKey } from '../../../../shared/catalog';
import type { ReportData } from './answer';
import { useMetricLinks, type MetricLinks } from './drill-down-links';
import type { ReportLead, ReportQuery } from './types';

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
