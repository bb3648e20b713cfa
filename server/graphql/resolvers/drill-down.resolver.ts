import { float, int, objectType, text } from '../fields';
import { query, resolver } from '../operation';

const MetricTotalType = objectType('FigureTotal', { log: text, value: float, rows: int });

export const DrillDownResolver = resolver({
  figureTotal: query(
    MetricTotalType,
    { productId: int, figure: text },
    ({ services, actor }, { productId, figure }) => services.drillDownTotal(actor, productId, figure),
  ),
});
