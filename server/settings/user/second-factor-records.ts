import { requireEmergencyUser } from '../../auth/oidc/password-rule';
import { RECOVERY_CODES } from '../../auth/second-factor/recovery-codes';
import { Failure } from '../../auth/failure';
import { factorSince } from '../../auth/second-factor/factor-since';
import { isFactorDue, type RequirementRow } from '../../auth/second-factor/requirement';
import { execute, select, sql } from '../../db/statements';
import type { Tx } from '../../db/database';
import { recordChange, type FieldValues } from '../../records/audit/record';

/**
 * Locks the second factors of a user, whose changes then take turns. Call it before any plain read of a
 * transaction.
 */
export async function lockSecondFactor(tx: Tx, userId: number): Promise<void> {
  await select(tx)`SELECT id FROM app_user WHERE id = ${userId} ${sql(tx.needsLocks ? 'FOR UPDATE' : '')}`;
}

/**
 * Deletes the recovery codes of a user without a second factor. Returns whether there is none.
 * @throws CONFLICT if the company requires one, or the user needs it as the emergency user
 */
export async function endSecondFactor(tx: Tx, userId: number, now: number): Promise<boolean> {
  const [user] = await select<RequirementRow & { since: number | null }>(tx)`SELECT
    ${sql(factorSince('u.id'))} AS since, u.role_type, p.factor_roles, p.factor_from FROM app_user u
    LEFT JOIN sign_in_policy p ON p.company_id = u.company_id WHERE u.id = ${userId}`;
  if (!user || user.since !== null) return false;
  if (isFactorDue(user, now)) throw new Failure('CONFLICT', 'secondFactorNeeded');
  await requireEmergencyUser(tx, userId);
  await execute(tx)`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  return true;
}

/**
 * Removes all second factors of a user and a set-up in progress. Returns false if there was none.
 * @throws CONFLICT if the user needs one as the emergency user
 */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  await lockSecondFactor(tx, userId);
  await execute(tx)`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  const apps = await execute(tx)`DELETE FROM second_factor WHERE user_id = ${userId}`;
  const passkeys = await execute(tx)`DELETE FROM passkey WHERE user_id = ${userId}`;
  if (apps + passkeys === 0) return false;
  await requireEmergencyUser(tx, userId);
  return true;
}

/** Records a change of a user's second factors in the audit trail. */
export const recordFactorChange = (
  context: Parameters<typeof recordChange>[0],
  user: { readonly id: number; readonly user_name: string },
  before: FieldValues,
  after: FieldValues,
): Promise<void> =>
  recordChange(context, {
    entity: 'user',
    entityId: user.id,
    productId: null,
    label: user.user_name,
    action: 'update',
    version: null,
    before,
    after,
  });

/**
 * Records in the audit trail that a second factor was turned on or off; null for new recovery codes.
 * @param field `authenticatorApp` if a passkey remains as second factor
 */
export const recordSecondFactor = (
  context: Parameters<typeof recordChange>[0],
  user: { readonly id: number; readonly user_name: string },
  isOn: boolean | null,
  field: 'secondFactor' | 'authenticatorApp' = 'secondFactor',
): Promise<void> =>
  isOn === null
    ? recordFactorChange(context, user, {}, { recoveryCodes: RECOVERY_CODES })
    : recordFactorChange(context, user, { [field]: !isOn }, { [field]: isOn });
