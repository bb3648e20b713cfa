import { bool, instant, int, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const ReadTokenType = objectType('ReadToken', {
  id: int,
  productId: int,
  name: text,
  prefix: text,
  lastUsedAt: opt(instant),
  createdAt: instant,
});
const CreatedReadTokenType = objectType('CreatedReadToken', {
  readToken: ref(() => ReadTokenType),
  token: text,
});

export const ReadTokenResolver = resolver({
  readTokens: query([ReadTokenType], { productId: int }, ({ services, actor }, { productId }) =>
    services.readTokens.list(actor, productId),
  ),
  createReadToken: mutation(
    CreatedReadTokenType,
    { productId: int, name: text },
    ({ services, actor, client }, { productId, name }) =>
      services.readTokens.create(actor, productId, name, client),
  ),
  revokeReadToken: mutation(bool, { id: int }, ({ services, actor, client }, { id }) =>
    services.readTokens.revoke(actor, id, client),
  ),
});
