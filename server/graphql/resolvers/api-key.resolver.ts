import { bool, instant, int, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const ApiKeyType = objectType('ApiKey', {
  id: int,
  productId: int,
  name: text,
  prefix: text,
  lastUsedAt: opt(instant),
  createdAt: instant,
});
const CreatedApiKeyType = objectType('CreatedApiKey', { apiKey: ref(() => ApiKeyType), secret: text });

export const ApiKeyResolver = resolver({
  apiKeys: query([ApiKeyType], { productId: int }, ({ services, actor }, { productId }) =>
    services.apiKeys.list(actor, productId),
  ),
  createApiKey: mutation(
    CreatedApiKeyType,
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
