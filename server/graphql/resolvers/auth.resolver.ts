import { bool, text, typeOf, withDefault } from '../fields';
import { mutation, publicMutation, resolver } from '../operation';

const TokensType = typeOf('Tokens');

export const AuthResolver = resolver({
  signIn: publicMutation(
    TokensType,
    { email: text, password: text, remember: withDefault(bool, false) },
    ({ services, client }, args) => services.auth.signIn(args, client),
  ),
  refresh: publicMutation(TokensType, { refresh: text }, ({ services, client }, { refresh }) =>
    services.auth.refresh(refresh, client),
  ),
  signOut: publicMutation(bool, { refresh: text }, ({ services }, { refresh }) =>
    services.auth.signOut(refresh),
  ),
  changeMyPassword: mutation(
    bool,
    { currentPassword: text, password: text },
    ({ services, actor, client }, passwords) =>
      services.passwords.change(actor, actor.userId, passwords, client),
  ),
});
