import { float, int, objectType, text } from '../../graphql/fields';
import { query, resolver } from '../../graphql/operation';

const MetricTotalType = objectType('FigureTotal', { log: text, value: float, rows: int });

export const DrillDownResolver = resolver({
  figureTotal: query(
    MetricTotalType,
    { productId: int, figure: text },
    ({ services, actor }, { productId, figure }) => services.drillDownTotal(actor, productId, figure),
  ),
});
