import { int, listOf, text, typeOf } from '../fields';
import { mutation, resolver } from '../operation';

export const LoadRejectedResolver = resolver({
  loadRefusedEvents: mutation(
    [typeOf('LoadedEvent')],
    { productId: int, ids: listOf(text) },
    ({ services, actor }, { productId, ids }) => services.rejectedEventLoader.load(actor, productId, ids),
  ),
});
