import { isRecord } from '../../shared/records';
import type { Answer } from './mapper';
import type { Naming } from './names';
import { auth, both, create, get, patch, put, remove, type Route, several } from './route';

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
  get(apiKeys.path, 'apiKeys', 'whole', { naming: { id: 'key_id' }, pathNames: apiKeys.pathNames }),
  create(apiKeys.path, 'createApiKey', { shape: withSecret, pathNames: apiKeys.pathNames }),
  remove(`${apiKeys.path}/{key_id}`, 'deleteApiKey', { pathNames: apiKeys.pathNames }),
  patch('/users/{id}/password', 'changePassword', 'entity', { naming: user, pathNames: { id: 'userId' } }),
  create('/users/{id}/invitation', 'inviteUser', { pathNames: { id: 'userId' } }),
  get('/users/{id}/sessions', 'sessions', 'whole', { naming: session, pathNames: { id: 'userId' } }),
  get('/sessions', 'sessions', 'whole', { naming: session }),
  remove('/sessions', 'revokeOtherSessions'),
  remove('/sessions/{id}', 'revokeSession'),
  get('/roles', 'roles', 'whole'),
  put('/roles', 'updateRoles', 'whole', { body: several('roles', fromRights) }),
  ...both('/audit-logs', 'auditLogs', 'auditLog', { id: 'audit_log_id' }),
];
