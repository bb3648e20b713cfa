import { bool, int, text, typeOf, withDefault } from '../fields';
import { mutation, publicMutation, query, resolver } from '../operation';

const PasskeyRequestType = typeOf('PasskeyRequest');

/** Passkeys of the signed-in user, and sign-in with them. */
export const passkeyResolver = resolver({
  passkeys: query([typeOf('Passkey')], {}, ({ services, actor }) => services.passkeys.list(actor)),
  beginPasskey: mutation(
    typeOf('PasskeySetup'),
    { currentPassword: text },
    ({ services, actor, client }, { currentPassword }) =>
      services.passkeys.begin(actor, currentPassword, client),
  ),
  addPasskey: mutation(
    typeOf('AddedPasskey'),
    { ticket: text, response: text, name: text, passwordless: withDefault(bool, false) },
    ({ services, actor, client }, given) => services.passkeys.add(actor, given, client),
  ),
  removePasskey: mutation(bool, { id: int, currentPassword: text }, ({ services, actor, client }, given) =>
    services.passkeys.remove(actor, given, client),
  ),
  secondFactorOptions: publicMutation(PasskeyRequestType, { ticket: text }, ({ services, client }, given) =>
    services.auth.secondFactorOptions(given, client),
  ),
  beginPasskeySignIn: publicMutation(PasskeyRequestType, {}, ({ services }) =>
    services.passkeySignIn.begin(),
  ),
  signInWithPasskey: publicMutation(
    typeOf('Tokens'),
    { ticket: text, assertion: text, remember: withDefault(bool, false) },
    ({ services, client }, given) => services.passkeySignIn.signIn(given, client),
  ),
});
