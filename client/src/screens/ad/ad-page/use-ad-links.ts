import { useMemo } from 'react';
import type { AxisKey } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import type { AdPageQuery } from '../../../generated/graphql';
import { useMetricLinks, type MetricLinks } from '../../../kit/report/drill-down-links';
import { useProductId } from '../../../session/session-context';

const NO_AXES: readonly AxisKey[] = [];

/** Returns links from an ad's metric values to the rows behind them. */
export function useAdLinks(
  id: number,
  { from, to }: DayRange,
  summary: AdPageQuery['summary'] | undefined,
): MetricLinks | undefined {
  const productId = useProductId();
  const query = useMemo(
    () => ({ productId, from, to, filters: { ad: [String(id)] } }),
    [productId, id, from, to],
  );
  return useMetricLinks({
    query,
    axes: NO_AXES,
    model: summary?.attributionModel,
    evaluation: summary?.evaluation,
  });
}
