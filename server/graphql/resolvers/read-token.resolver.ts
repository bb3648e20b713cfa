import { bool, int, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const ReadTokenType = typeOf('ReadToken');

export const ReadTokenResolver = resolver({
  readTokens: query([ReadTokenType], { productId: int }, ({ services, actor }, { productId }) =>
    services.readTokens.list(actor, productId),
  ),
  createReadToken: mutation(
    typeOf('CreatedReadToken'),
    { productId: int, name: text },
    ({ services, actor, client }, { productId, name }) =>
      services.readTokens.create(actor, productId, name, client),
  ),
  revokeReadToken: mutation(bool, { id: int }, ({ services, actor, client }, { id }) =>
    services.readTokens.revoke(actor, id, client),
  ),
});
