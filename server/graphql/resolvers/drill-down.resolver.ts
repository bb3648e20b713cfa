import { int, text, typeOf } from '../fields';
import { query, resolver } from '../operation';

export const DrillDownResolver = resolver({
  figureTotal: query(
    typeOf('FigureTotal'),
    { productId: int, figure: text },
    ({ services, actor }, { productId, figure }) => services.drillDownTotal(actor, productId, figure),
  ),
});
