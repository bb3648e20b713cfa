import { int, listOf, objectType, opt, text } from '../fields';
import { mutation, resolver } from '../operation';

const LoadedEventType = objectType('LoadedEvent', { id: text, outcome: text, reason: opt(text) });

export const LoadRejectedResolver = resolver({
  loadRefusedEvents: mutation(
    [LoadedEventType],
    { productId: int, ids: listOf(text) },
    ({ services, actor }, { productId, ids }) => services.rejectedEventLoader.load(actor, productId, ids),
  ),
});
