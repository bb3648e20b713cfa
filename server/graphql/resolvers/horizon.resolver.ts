import { day, int, objectType, opt } from '../fields';
import { query, resolver } from '../operation';

const LogHorizonType = objectType('LogHorizon', {
  productId: int,
  sealedBefore: opt(day),
  keptFrom: opt(day),
  retentionMonths: opt(int),
});

export const HorizonResolver = resolver({
  logHorizon: query(LogHorizonType, { productId: int }, ({ services, actor }, { productId }) =>
    services.logHorizons.of(actor, productId),
  ),
});
