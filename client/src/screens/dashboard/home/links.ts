import { useMemo } from 'react';
import type { DayRange } from '../../../../../shared/domain/calendar';
import type { AxisKey } from '../../../../../shared/catalog';
import { useMetricLinks, type MetricLinks } from '../../../kit/report/drill-down-links';
import { rowOnAxis } from '../../../kit/report/answer';
import { useProductId } from '../../../session/session-context';
import { statisticsLink } from './statistics-link';

const NOWHERE: readonly AxisKey[] = [];

/**
 * Links for the metric values of a date range. Counts lead to their rows, other values to the statistics of
 * these days.
 */
export function useDayLinks(range: DayRange, axes: readonly AxisKey[] = NOWHERE): MetricLinks {
  const productId = useProductId();
  const { from, to } = range;
  const query = useMemo(() => ({ productId, from, to, filters: {} }), [productId, from, to]);
  const rows = useMetricLinks({ query, axes });
  return useMemo(
    () => (row, column) => {
      if (!column.value(row)) return undefined;
      const { id } = axes.includes('ad') ? rowOnAxis(row, 'ad') : { id: null };
      return (
        rows?.(row, column) ??
        statisticsLink({ preset: 'custom', range: { from, to } }, id === null ? undefined : Number(id))
      );
    },
    [rows, from, to, axes],
  );
}
