import { int, typeOf } from '../fields';
import { query, resolver } from '../operation';

export const HorizonResolver = resolver({
  logHorizon: query(typeOf('LogHorizon'), { productId: int }, ({ services, actor }, { productId }) =>
    services.logHorizons.of(actor, productId),
  ),
});
