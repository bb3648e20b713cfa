import { allows, RoleType } from '../../../shared/catalog';
import { passwordFields, validate } from '../../../shared/settings';
import { type Actor, requireAssignable, requireNoMoreRights } from '../../auth/actor';
import { emailKey } from '../../auth/auth.service';
import { Failure } from '../../auth/failure';
import { hashPassword } from '../../auth/passwords';
import { deleteIdentities, requireEmergencyUser } from '../../auth/oidc/password-rule';
import { requireRight } from '../../auth/permissions';
import { randomSecret } from '../../auth/tokens';
import { sameValue } from '../../records/select';
import type {
  Change,
  SettingValues,
  Input,
  SettingDefinition,
  Wrong,
} from '../../records/setting-definition';
import { execute, select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { userProductsPart } from './user-products.part';
import { User } from './user.entity';
import { userList, UserService } from './user.service';

/**
 * Refuses a change that leaves a company without an active ADMIN.
 * @param leaving a user who is about to be deleted
 * @throws CONFLICT
 */
async function requireAdmin(tx: Tx, companyId: number, leaving: number | null = null): Promise<void> {
  // Changes of users take turns, so two administrators can't demote each other at the same time.
  const admins = await select<{ id: number }>(tx)`SELECT id FROM app_user WHERE company_id = ${companyId}
    AND role_type = ${RoleType.ADMIN} AND status = 1 ORDER BY id`;
  if (!admins.some(({ id }) => id !== leaving)) throw new Failure('CONFLICT', 'lastAdmin');
}

type UserValues = SettingValues<'user'>;

/** Fields that users may change in their own record. */
const OWN = new Set(['userName', 'version']);

const queryOf =
  (tx: Tx) =>
  <T>(sql: string, params: readonly (string | number)[]): Promise<T[]> =>
    tx.query<T>(sql, params);

async function isEmailTaken(tx: Tx, key: string, ownId: number): Promise<boolean> {
  const [other] = await tx.query('SELECT id FROM app_user WHERE email_key = ? AND id <> ?', [key, ownId]);
  return other !== undefined;
}

/** Limits users without the right to edit users to their own name. */
function requireOwnFields(actor: Actor, input: Input, current: Input): void {
  if (allows(actor.grants.users, 'edit')) return;
  const wrong = Object.keys(input).filter(
    (name) =>
      !OWN.has(name) &&
      name in current &&
      input[name] !== undefined &&
      !sameValue(input[name], current[name]),
  );
  if (wrong.length === 0) return;
  throw new Failure('FORBIDDEN', 'forbidden', {
    fields: Object.fromEntries(wrong.map((name) => [name, [{ key: 'notWritable' }]])),
  });
}

async function validateUser({
  context: { tx, actor },
  current,
  input,
  values,
}: Change<User, UserValues>): Promise<Wrong> {
  if (current) requireOwnFields(actor, input, current.values);
  const query = queryOf(tx);
  if (current) await requireNoMoreRights(query, actor, current.row.id);
  await requireAssignable(query, actor, { role: values.roleType, agencyId: values.agencyId });
  // An ADMIN has all products; the stored list remains for a later role. Without a new list, a demoted ADMIN
  // keeps the visible products instead of an empty console.
  const stored = current?.values.productIds;
  const demoted =
    current?.values.roleType === RoleType.ADMIN && input.productIds === undefined && !stored?.length;
  const listed = values.roleType === RoleType.ADMIN ? stored : demoted ? actor.productIds : values.productIds;
  values.productIds = [...new Set(listed ?? [])].sort((a, b) => a - b);
  const wrong: Wrong = {};
  if (await isEmailTaken(tx, emailKey(String(values.email)), current?.row.id ?? 0))
    wrong.email = { key: 'alreadyUsed' };
  if (input.password != null) {
    // The password of an existing user has its own endpoint, which ends their sessions.
    if (current) wrong.password = { key: 'neverChanges' };
    else Object.assign(wrong, validate(passwordFields, { password: input.password }).errors);
  }
  return wrong;
}

/** Deletes the user's private views, client reports and custom measures. Shared ones remain for an ADMIN to change. */
async function deletePrivate(tx: Tx, userId: number): Promise<void> {
  await execute(tx)`DELETE FROM saved_view_pin WHERE user_id = ${userId} OR view_id IN (SELECT id
    FROM saved_view WHERE user_id = ${userId} AND shared = 0)`;
  await execute(tx)`DELETE FROM report_share WHERE view_id IN (SELECT id FROM saved_view
    WHERE user_id = ${userId} AND shared = 0) OR client_report_id IN (SELECT id FROM client_report
    WHERE user_id = ${userId} AND shared = 0)`;
  await execute(tx)`DELETE FROM report_schedule WHERE view_id IN (SELECT id FROM saved_view
    WHERE user_id = ${userId} AND shared = 0)`;
  for (const table of ['saved_view', 'client_report', 'custom_measure'])
    await tx.execute(`DELETE FROM ${table} WHERE user_id = ? AND shared = 0`, [userId]);
}

/** Users of the company. A new user without a password receives one from an ADMIN or through a password link. */
export const users: SettingDefinition<User, UserValues> = {
  name: 'user',
  fields: {
    id: 'int',
    userName: 'text',
    email: 'text',
    roleType: 'int',
    status: 'bool',
    companyId: 'int',
    company: 'label',
    agencyId: 'int?',
    agency: 'label?',
    productIds: 'int[]',
    lastLogin: 'instant?',
    invitedUntil: 'instant?',
    secondFactorSince: 'instant?',
  },
  filters: ['id', 'userName', 'email', 'roleType', 'status', 'companyId', 'agencyId'],
  input: { password: 'text?' },
  list: userList,
  service: UserService,
  target: User,
  menu: 'users',
  owner: 'company',
  title: 'userName',
  parts: { productIds: userProductsPart },
  right: (actor, id) => (id === actor.userId ? actor.grants.users : requireRight(actor, 'users', 'edit')),
  validate: validateUser,
  complete: async (row, { input, values, current }) => {
    row.emailKey = emailKey(String(values.email));
    if (!current)
      row.passwordHash = await hashPassword(
        typeof input.password === 'string' ? input.password : randomSecret(),
      );
  },
  saved: async (row, { context: { tx }, values, current }) => {
    // Checked after each save, so bulk changes count too.
    if (current?.values.roleType === RoleType.ADMIN) {
      await requireAdmin(tx, row.companyId);
      await requireEmergencyUser(tx, row.id);
    }
    // Links mailed to the previous address become invalid.
    if (current && emailKey(String(current.values.email)) !== row.emailKey)
      await tx.execute('DELETE FROM password_reset WHERE user_id = ?', [row.id]);
    // A deactivated user is signed out.
    if (current?.values.status && !values.status)
      await tx.execute('DELETE FROM refresh_token WHERE user_id = ?', [row.id]);
  },
  beforeRemove: async (row, { tx, actor }) => {
    await requireNoMoreRights(queryOf(tx), actor, row.id);
    if (row.roleType === RoleType.ADMIN && row.status) await requireAdmin(tx, row.companyId, row.id);
    for (const table of [
      'refresh_token',
      'second_factor',
      'passkey',
      'recovery_code',
      'password_reset',
      'analyze_setting',
      'read_token',
      'query_run',
      'creation_key',
      'report_share',
    ]) {
      await tx.execute(`DELETE FROM ${table} WHERE user_id = ?`, [row.id]);
    }
    await requireEmergencyUser(tx, row.id);
    await deleteIdentities(tx, row.id);
    await deletePrivate(tx, row.id);
  },
};
