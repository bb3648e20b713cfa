import { formatFigure, isToldAt, logOfFigure, type Figure, type FigureLog } from '../../../shared/catalog';

const paths: Readonly<Record<FigureLog, string>> = {
  interactions: '/log/interaction',
  accesses: '/log/access',
  conversions: '/log/cv',
  results: '/log/result',
  mediaCosts: '/ad/media-cost',
};

/** URL parameter for the metric value whose rows a log shows. */
export const FIGURE = 'figure';

/**
 * Returns the path of the log with the rows behind a metric value. Undefined for fees, which are no events,
 * and for values that are split among ads.
 */
export function figureLogPath(productId: number, metric: Figure): string | undefined {
  const log = logOfFigure(metric.key);
  return log === null || !isToldAt(metric.key, metric)
    ? undefined
    : `${paths[log]}?${new URLSearchParams({ product_id: String(productId), [FIGURE]: formatFigure(metric) })}`;
}
