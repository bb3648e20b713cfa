import { RoleType } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import type { Tx } from '../../db/database';

/**
 * Refuses what leaves a company without a valid ADMIN.
 * @param leaving a user who is about to be deleted
 * @throws CONFLICT
 */
export async function requireAdmin(tx: Tx, companyId: number, leaving: number | null = null): Promise<void> {
  // Two administrators who demote each other at once must meet here.
  const lock = tx.dialect === 'mysql' ? ' FOR UPDATE' : '';
  const admins = await tx.query<{ id: number }>(
    `SELECT id FROM app_user WHERE company_id = ? AND role_type = ? AND status = 1 ORDER BY id${lock}`,
    [companyId, RoleType.ADMIN],
  );
  if (!admins.some(({ id }) => id !== leaving)) throw new Failure('CONFLICT', 'lastAdmin');
}

/**
 * Nobody but an ADMIN touches an ADMIN or makes one: a role whose menu was widened to users must not
 * take the company over.
 * @throws FORBIDDEN
 */
export function requireAdminForAdmin(actor: Pick<Actor, 'role' | 'userId'>, user: { readonly id?: number; readonly roleType: unknown }): void {
  if (user.roleType !== RoleType.ADMIN || actor.role === RoleType.ADMIN || user.id === actor.userId) return;
  throw new Failure('FORBIDDEN', 'forbidden', { fields: { roleType: [{ key: 'notWritable' }] } });
}
