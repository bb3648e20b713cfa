import { int, opt, ref, typeOf } from '../fields';
import { query, resolver } from '../operation';

export const ComputingResolver = resolver({
  /** Pending computations of a product's metrics; null if there are none. */
  computing: query(
    opt(ref<object>(() => typeOf('Computing'))),
    { productId: int },
    ({ services, actor }, { productId }) => services.computing(actor, productId),
  ),
});
