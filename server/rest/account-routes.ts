import { isRecord } from '../../shared/records';
import type { Answer } from './mapper';
import type { Naming } from './names';
import { auth, both, several, type Route } from './route';

const user: Naming = { id: 'user_id' };
const session: Naming = { id: 'session_id' };
const apiKeys = { path: '/products/{id}/api-keys', pathNames: { id: 'productId', key_id: 'id' } };

/** Flattens a new key and its secret into one entity. */
const withSecret = ({ api_key: key, secret }: Answer): Answer => ({
  ...(isRecord(key) && { ...key, key_id: key.id }),
  api_key: secret,
  secret,
});

/** Accepts rights as a map from menu to level, like in `users/me`. */
const fromRights = (row: unknown): unknown => {
  if (!isRecord(row) || !isRecord(row.rights)) return row;
  const { rights, ...rest } = row;
  return { ...rest, rights: Object.entries(rights).map(([menu, level]) => ({ menu, level })) };
};

/** Routes of sign-in and password links; they work without an access token. */
export const authRoutes: readonly Route[] = [
  auth('signin', 'signIn', 'entity'),
  auth('refresh', 'refresh', 'entity'),
  auth('signout', 'signOut', 'nothing', 204),
  auth('forgot-password', 'forgotPassword', 'nothing'),
  auth('password-link', 'checkPasswordLink', 'nothing'),
  auth('reset-password', 'resetPassword', 'nothing'),
];

/** Routes of API keys, users, sessions, roles and the audit trail. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'get',
    ...apiKeys,
    operation: 'apiKeys',
    kind: 'query',
    answer: 'whole',
    naming: { id: 'key_id' },
  },
  {
    method: 'post',
    ...apiKeys,
    operation: 'createApiKey',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
    shape: withSecret,
  },
  {
    method: 'delete',
    ...apiKeys,
    path: `${apiKeys.path}/{key_id}`,
    operation: 'deleteApiKey',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'patch',
    path: '/users/{id}/password',
    operation: 'changePassword',
    kind: 'mutation',
    answer: 'entity',
    naming: user,
    pathNames: { id: 'userId' },
  },
  {
    method: 'post',
    path: '/users/{id}/invitation',
    operation: 'inviteUser',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
    pathNames: { id: 'userId' },
  },
  {
    method: 'get',
    path: '/users/{id}/sessions',
    operation: 'sessions',
    kind: 'query',
    answer: 'whole',
    naming: session,
    pathNames: { id: 'userId' },
  },
  {
    method: 'get',
    path: '/sessions',
    operation: 'sessions',
    kind: 'query',
    answer: 'whole',
    naming: session,
  },
  {
    method: 'delete',
    path: '/sessions',
    operation: 'revokeOtherSessions',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'delete',
    path: '/sessions/{id}',
    operation: 'revokeSession',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  { method: 'get', path: '/roles', operation: 'roles', kind: 'query', answer: 'whole' },
  {
    method: 'put',
    path: '/roles',
    operation: 'updateRoles',
    kind: 'mutation',
    answer: 'whole',
    body: several('roles', fromRights),
  },
  ...both('/audit-logs', 'auditLogs', 'auditLog', { id: 'audit_log_id' }),
];
