import {
  formatMetricCell,
  hasLogRows,
  logOfBaseMeasure,
  type MetricCell,
  type CellLog,
} from '../../../shared/catalog';

const paths: Readonly<Record<CellLog, string>> = {
  interactions: '/log/interaction',
  accesses: '/log/access',
  conversions: '/log/cv',
  results: '/log/result',
  mediaCosts: '/ad/media-cost',
};

/** URL parameter for the metric value whose rows a log shows. */
export const DRILL_DOWN = 'figure';

/** Conditions of a metric value without any filter. */
export const UNFILTERED_CELL = { at: {}, noAd: false, evaluation: null, cvSettingIds: [] } as const;

/**
 * Returns the path of the log with the rows behind a metric value. Undefined for fees, which are no events,
 * and for values that are split among ads.
 */
export function drillDownLogPath(productId: number, metric: MetricCell): string | undefined {
  const log = logOfBaseMeasure(metric.key);
  return log === null || !hasLogRows(metric.key, metric)
    ? undefined
    : `${paths[log]}?${new URLSearchParams({ product_id: String(productId), [DRILL_DOWN]: formatMetricCell(metric) })}`;
}
