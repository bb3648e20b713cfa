import type { ApiServer } from '../../composition/testing/api-server';
import { PASSWORD } from '../../composition/testing/api-world';
import type { OpenApiClient } from './openapi-client';

/** Invites a user, who sets a password and signs in. */
export async function walkInvitation(client: OpenApiClient): Promise<void> {
  const invited = { email: 'invited@alpha.example', password: 'chosen by myself' };
  const created = await client.get('postUsers', {
    body: { user_name: 'Invited', email: invited.email, role_type: 3 },
  });
  const { link } = await client.get('postUsersIdInvitation', { path: { id: created.id } });
  await client.get('postAuthResetPassword', {
    body: { token: new URL(link).searchParams.get('token'), password: invited.password },
  });
  expect((await client.call('postAuthSignin', { body: invited })).status).toBe(200);
}

/** Changes a password, and resets a forgotten one. */
export async function walkPasswords(client: OpenApiClient, api: ApiServer): Promise<void> {
  const { users } = api.world;
  const signIn = (password: string) =>
    client.call('postAuthSignin', { body: { email: 'analyst@alpha.example', password } });
  await client.get('patchUsersIdPassword', {
    path: { id: users.analyst },
    body: { password: 'set by an ADMIN' },
  });
  expect((await signIn(PASSWORD)).status).toBe(401);
  expect((await signIn('set by an ADMIN')).status).toBe(200);
  expect((await client.get('getUsersIdSessions', { path: { id: users.analyst } })).count).toBe(1);
  await client.get('postAuthForgotPassword', { body: { email: 'analyst@alpha.example' } });
  await api.deliver();
  const token = new URL(api.mails.at(-1)?.link ?? '').searchParams.get('token');
  const reset = (password: string) => client.call('postAuthResetPassword', { body: { token, password } });
  expect([
    (await reset('short')).status,
    (await client.call('postAuthPasswordLink', { body: { token } })).status,
  ]).toEqual([400, 200]);
  expect([(await reset('a forgotten one')).status, (await reset('a forgotten one')).status]).toEqual([
    200, 400,
  ]);
  expect((await signIn('a forgotten one')).status).toBe(200);
}

/** Creates, lists and revokes an API key. */
export async function walkApiKeys(client: OpenApiClient, productId: unknown): Promise<void> {
  const path = { id: productId };
  expect(
    (await client.call('postProductsIdApiKeys', { path, body: { name: 'x'.repeat(256) } })).body.errors,
  ).toEqual({ name: ['maximum length is 255 characters'] });
  const created = await client.get('postProductsIdApiKeys', { path, body: { name: 'a shop' } });
  expect(created.secret).toMatch(/^ick_/);
  expect((await client.get('getProductsIdApiKeys', { path })).results).toContainEqual(
    expect.objectContaining({ key_id: created.key_id, prefix: created.prefix }),
  );
  await client.get('deleteProductsIdApiKeysKeyId', { path: { ...path, key_id: created.key_id } });
  expect(
    (await client.call('deleteProductsIdApiKeysKeyId', { path: { ...path, key_id: created.key_id } })).status,
  ).toBe(404);
}

/** Narrows a role, rejects a stale version and an invalid right, and restores the role. */
export async function walkRole(client: OpenApiClient): Promise<void> {
  const [, manager] = (await client.get('getRoles')).results;
  const role = (level: string) => ({ role_type: 2, rights: [{ menu: 'asps', level }] });
  const narrowed = await client.get('putRoles', {
    body: { roles: [{ ...role('view'), version: manager.version }] },
  });
  expect(narrowed.results[1].rights).toContainEqual({ menu: 'asps', level: 'view', standard: 'edit' });
  expect(
    (await client.call('putRoles', { body: { roles: [{ ...role('none'), version: manager.version }] } }))
      .status,
  ).toBe(409);
  expect((await client.call('putRoles', { body: { roles: [role('everything')] } })).status).toBe(400);
  await client.get('putRoles', { body: { roles: [role('edit')] } });
}
