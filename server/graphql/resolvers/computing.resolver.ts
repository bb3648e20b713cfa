import { int, objectType, opt, ref } from '../fields';
import { query, resolver } from '../operation';

const ComputingType = objectType('Computing', { visitors: int, days: int, secondsLeft: opt(int) });

export const ComputingResolver = resolver({
  /** Pending computations of a product's metrics; null if there are none. */
  computing: query(
    opt(ref<object>(() => ComputingType)),
    { productId: int },
    ({ services, actor }, { productId }) => services.computing(actor, productId),
  ),
});
