import { formatFigure, isToldAt, logOfFigure, type Figure, type FigureLog } from '../../../shared/catalog';

const paths: Readonly<Record<FigureLog, string>> = {
  interactions: '/log/interaction',
  accesses: '/log/access',
  conversions: '/log/cv',
  results: '/log/result',
  mediaCosts: '/ad/media-cost',
};

/** The name under which an address holds the figure whose rows a log shows. */
export const FIGURE = 'figure';

/** The log with the rows behind a figure; undefined for fees, which are no events, and for what is split among others. */
export function figureLogPath(productId: number, figure: Figure): string | undefined {
  const log = logOfFigure(figure.key);
  return log === null || !isToldAt(figure.key, figure)
    ? undefined
    : `${paths[log]}?${new URLSearchParams({ product_id: String(productId), [FIGURE]: formatFigure(figure) })}`;
}
