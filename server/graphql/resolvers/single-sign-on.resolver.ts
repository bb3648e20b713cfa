import { bool, inputTypeOf, ref, text, typeOf, withDefault } from '../fields';
import { mutation, publicMutation, query, resolver } from '../operation';

const IdentityProviderType = typeOf('IdentityProvider');

/** Single sign-on: the company's identity provider, and sign-ins there. */
export const singleSignOnResolver = resolver({
  identityProvider: query(IdentityProviderType, {}, ({ services, actor }) =>
    services.identityProviders.get(actor),
  ),
  updateIdentityProvider: mutation(
    IdentityProviderType,
    { input: ref(() => inputTypeOf('IdentityProviderInput')) },
    ({ services, actor, client }, { input }) => services.identityProviders.update(actor, input, client),
  ),
  testIdentityProvider: mutation(
    typeOf('IdentityProviderTest'),
    { issuer: text },
    ({ services, actor }, { issuer }) => services.identityProviders.test(actor, issuer),
  ),
  beginSingleSignOn: publicMutation(
    typeOf('SingleSignOn'),
    { email: text, remember: withDefault(bool, false) },
    async ({ services, client, cookies }, input) => {
      const { url, flow } = await services.oidc.begin(input, client);
      cookies?.set('flow', flow);
      return { url };
    },
  ),
  completeSingleSignOn: publicMutation(
    typeOf('Tokens'),
    { ticket: text },
    async ({ services, client, cookies }, { ticket }) => {
      const tokens = await services.oidc.exchange(ticket, cookies?.read('binding') ?? null, client);
      cookies?.set('binding', null);
      return tokens;
    },
  ),
  endSession: publicMutation(typeOf('SignedOut'), { refresh: text }, ({ services, client }, { refresh }) =>
    services.auth.endSession(refresh, client),
  ),
});
