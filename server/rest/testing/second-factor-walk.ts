import { RoleType } from '../../../shared/catalog';
import { codeAt } from '../../auth/second-factor/testing/authenticator';
import type { ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import type { OpenApiClient } from './openapi-client';

/** Signs in with a second factor, which an ADMIN then resets. */
export async function walkSecondFactor(client: OpenApiClient, api: ApiServer): Promise<void> {
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
