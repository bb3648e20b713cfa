import { bool, int, opt, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const ApiKeyType = typeOf('ApiKey');

export const ApiKeyResolver = resolver({
  apiKeys: query([ApiKeyType], { productId: int }, ({ services, actor }, { productId }) =>
    services.apiKeys.list(actor, productId),
  ),
  createApiKey: mutation(
    typeOf('CreatedApiKey'),
    { productId: int, name: opt(text) },
    ({ services, actor, client }, { productId, name }) =>
      services.apiKeys.create(actor, productId, name, client),
  ),
  deleteApiKey: mutation(
    bool,
    { productId: int, id: int },
    ({ services, actor, client }, { productId, id }) => services.apiKeys.remove(actor, productId, id, client),
  ),
});
