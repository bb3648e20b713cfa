import { startFakeIssuer } from '../../auth/oidc/testing/fake-issuer';
import { cookiesOf, singleSignOn } from '../../auth/oidc/testing/single-sign-on';
import { RoleType } from '../../../shared/catalog';
import { passkeySteps } from '../../auth/passkeys/testing/passkey-steps';
import { codeAt } from '../../auth/second-factor/testing/authenticator';
import { SECRET, serveApi, type ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import { openTestDatabase } from '../../db/testing/databases';
import { firstUserCode } from '../../settings/user/first-user.service';
import { OpenApiClient } from './openapi-client';

/** Signs in with a second factor, which an ADMIN then resets. */
async function walkSecondFactor(client: OpenApiClient, api: ApiServer): Promise<void> {
  const signIn = () =>
    client.get('postAuthSignin', { body: { email: 'manager@alpha.example', password: PASSWORD } });
  const { access: token } = await signIn();
  const begun = await api.graphql(
    `mutation { r: beginSecondFactor(currentPassword: "${PASSWORD}") { secret } }`,
    {
      token,
    },
  );
  const code = codeAt(begun.body.data.r.secret, api.clock.now);
  const confirmed = await api.graphql(
    `mutation { r: confirmSecondFactor(code: "${code}") { recoveryCodes } }`,
    {
      token,
    },
  );
  const { ticket, second_factor_required: isRequired } = await signIn();
  expect(isRequired).toBe(true);
  expect((await client.call('postAuthSecondFactor', { body: { ticket, code } })).status).toBe(401);
  const [recoveryCode] = confirmed.body.data.r.recoveryCodes;
  await client.get('postAuthSecondFactor', { body: { ticket, code: recoveryCode } });
  const path = { id: api.world.users.manager };
  await client.get('deleteUsersIdSecondFactor', { path });
  expect((await client.call('deleteUsersIdSecondFactor', { path })).status).toBe(404);
  expect(Object.keys(await signIn()).sort()).toEqual(['access', 'refresh']);

  // A required factor is set up within the sign-in.
  const requireFor = (roles: readonly number[]) =>
    client.get('putSignInPolicy', { body: { role_types: roles, from: null } });
  await requireFor([RoleType.MANAGER]);
  const { ticket: setUpTicket } = await signIn();
  const { secret } = await client.get('postAuthSecondFactorSetUp', { body: { ticket: setUpTicket } });
  api.clock.now += 30_000;
  const completed = await client.get('postAuthSecondFactor', {
    body: { ticket: setUpTicket, code: codeAt(secret, api.clock.now) },
  });
  expect(completed.recovery_codes).toHaveLength(10);
  await requireFor([]);
  expect((await client.get('getSignInPolicy', {})).role_types).toEqual([]);
  await client.get('deleteUsersIdSecondFactor', { path });
}

/** Signs in with a passkey: as second step, and instead of the password. */
async function walkPasskeys(client: OpenApiClient, api: ApiServer): Promise<void> {
  const email = 'manager@alpha.example';
  const { device } = await passkeySteps(api).setUp(true, email);
  const { ticket } = await client.get('postAuthSignin', { body: { email, password: PASSWORD } });
  const step = await client.get('postAuthSecondFactorOptions', { body: { ticket } });
  await client.get('postAuthSecondFactor', { body: { ticket, assertion: device.get(step.options) } });
  const request = await client.get('postAuthPasskeyOptions', { body: {} });
  const body = { ticket: request.ticket, assertion: device.get(request.options), remember: true };
  expect(Object.keys(await client.get('postAuthPasskey', { body })).sort()).toEqual(['access', 'refresh']);
  expect((await client.call('postAuthPasskey', { body })).status).toBe(401);
  await client.get('deleteUsersIdSecondFactor', { path: { id: api.world.users.manager } });
}

/** Signs in at an identity provider, and out of it. */
async function walkSingleSignOn(client: OpenApiClient, api: ApiServer): Promise<void> {
  const issuer = await startFakeIssuer(() => api.clock.now);
  issuer.metadata = { end_session_endpoint: `${issuer.issuer}/logout` };
  const { configure, open } = singleSignOn(api);
  await configure(client.token ?? '', { issuer: issuer.issuer });
  const email = 'analyst@alpha.example';
  const begun = await client.call('postAuthOidc', { body: { email, remember: false } });
  const { searchParams } = new URL(begun.body.url);
  issuer.claims = { nonce: searchParams.get('nonce'), email, email_verified: true };
  const callback = { code: 'c', state: searchParams.get('state') ?? '' };
  const { ticket, cookie } = await open(callback, cookiesOf(begun));
  const { refresh } = await client.get('postAuthOidcSession', { body: { ticket }, headers: { cookie } });
  const { logout_url: logoutUrl } = await client.get('postAuthSignout', { body: { refresh } });
  expect(logoutUrl).toContain(`${issuer.issuer}/logout?`);
  await issuer.stop();
}

/** Makes the first user of an installation of its own. */
async function walkFirstUser(client: OpenApiClient): Promise<void> {
  const api = await serveApi(await openTestDatabase('sqlite'));
  const empty = await OpenApiClient.open(api);
  const names = { company_name: '株式会社一', product_name: '茶', user_name: '一郎' };
  const body = { ...names, code: firstUserCode(SECRET), email: 'first@shop.example', password: PASSWORD };
  expect(Object.keys(await empty.get('postAuthFirstUser', { body })).sort()).toEqual(['access', 'refresh']);
  await api.stop();
  expect((await client.call('postAuthFirstUser', { body })).status).toBe(403);
  for (const id of empty.succeeded) client.succeeded.add(id);
}

/** Ways to sign in beside the password alone. */
export const signInWalks = {
  'the code for the first user': walkFirstUser,
  'a second factor': walkSecondFactor,
  'a passkey': walkPasskeys,
  'an identity provider': walkSingleSignOn,
};
