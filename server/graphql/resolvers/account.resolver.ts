import { bool, int, opt, text, typeOf } from '../fields';
import { mutation, publicMutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

export const AccountResolver = resolver({
  forgotPassword: publicMutation(bool, { email: text }, ({ services, locale, client }, { email }) =>
    services.passwords.forgot(email, locale, client),
  ),
  checkPasswordLink: publicMutation(bool, { token: text }, ({ services, client }, { token }) =>
    services.passwords.check(token, client),
  ),
  resetPassword: publicMutation(
    bool,
    { token: text, password: text },
    ({ services, client }, { token, password }) => services.passwords.reset(token, password, client),
  ),
  inviteUser: mutation(
    typeOf('Invitation'),
    { userId: int },
    ({ services, actor, locale, client }, { userId }) =>
      services.invitations.invite(actor, userId, locale, client),
  ),
  changePassword: mutation(
    typeOf('User'),
    { userId: int, password: text, currentPassword: opt(text) },
    async ({ services, actor, client, info }, { userId, ...passwords }) => {
      await services.passwords.change(actor, userId, passwords, client);
      return services.users.get(actor, userId, requestedFields(info));
    },
  ),
  sessions: query([typeOf('Session')], { userId: opt(int) }, ({ services, actor }, { userId }) =>
    services.sessions.list(actor, userId ?? undefined),
  ),
  revokeSession: mutation(bool, { id: text }, ({ services, actor, client }, { id }) =>
    services.sessions.revoke(actor, id, client),
  ),
  revokeOtherSessions: mutation(bool, { userId: opt(int) }, ({ services, actor, client }, { userId }) =>
    services.sessions.revokeOthers(actor, client, userId ?? undefined),
  ),
});
