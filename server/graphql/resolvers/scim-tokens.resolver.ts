import { bool, int, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

/** Tokens with which the company's identity provider manages users. */
export const scimTokensResolver = resolver({
  scimTokens: query([typeOf('ScimToken')], {}, ({ services, actor }) => services.scimTokens.list(actor)),
  createScimToken: mutation(
    typeOf('CreatedScimToken'),
    { name: text },
    ({ services, actor, client }, { name }) => services.scimTokens.create(actor, name, client),
  ),
  revokeScimToken: mutation(bool, { id: int }, ({ services, actor, client }, { id }) =>
    services.scimTokens.revoke(actor, id, client),
  ),
});
