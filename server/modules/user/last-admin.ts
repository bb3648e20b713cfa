import { RoleType } from '../../../shared/catalog';
import { Failure } from '../../auth/failure';
import type { Tx } from '../../db/database';
import type { User } from './user.entity';

/**
 * Refuses a change after which a company would have no valid ADMIN.
 * @throws CONFLICT
 */
export async function requireAnotherAdmin(tx: Tx, row: User, after: { readonly roleType: unknown; readonly status: unknown }): Promise<void> {
  const isAdmin = row.roleType === RoleType.ADMIN && row.status;
  if (!isAdmin || (after.roleType === RoleType.ADMIN && after.status)) return;
  // Two administrators who demote each other at once must meet here.
  const lock = tx.dialect === 'mysql' ? ' FOR UPDATE' : '';
  const admins = await tx.query<{ id: number }>(
    `SELECT id FROM app_user WHERE company_id = ? AND role_type = ? AND status = 1 ORDER BY id${lock}`,
    [row.companyId, RoleType.ADMIN],
  );
  if (!admins.some(({ id }) => id !== row.id)) throw new Failure('CONFLICT', 'lastAdmin');
}
