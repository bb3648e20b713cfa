import { RoleType } from '../../../shared/catalog';
import { Failure } from '../../auth/failure';
import type { Tx } from '../../db/database';

/**
 * Refuses a change that leaves a company without an active ADMIN.
 * @param leaving a user who is about to be deleted
 * @throws CONFLICT
 */
export async function requireAdmin(tx: Tx, companyId: number, leaving: number | null = null): Promise<void> {
  // The lock serializes two administrators who demote each other at the same time.
  const lock = tx.dialect === 'mysql' ? ' FOR UPDATE' : '';
  const admins = await tx.query<{ id: number }>(
    `SELECT id FROM app_user WHERE company_id = ? AND role_type = ? AND status = 1 ORDER BY id${lock}`,
    [companyId, RoleType.ADMIN],
  );
  if (!admins.some(({ id }) => id !== leaving)) throw new Failure('CONFLICT', 'lastAdmin');
}
