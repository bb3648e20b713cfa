import { RoleType } from '../../../shared/catalog';
import type { Tx } from '../../db/database';
import { execute, select, sql } from '../../db/statements';
import { Failure } from '../failure';
import { factorSince } from '../second-factor/factor-since';

/** Returns whether a user can't sign in with a password, because their company uses single sign-on only. */
export async function isPasswordOff(
  db: Pick<Tx, 'query'>,
  { id, companyId }: { readonly id: number; readonly companyId: number },
): Promise<boolean> {
  const [provider] = await select<{ user_id: number }>(db)`SELECT emergency_user_id AS user_id
    FROM identity_provider WHERE company_id = ${companyId} AND enabled = 1 AND passwords_off = 1`;
  return provider !== undefined && provider.user_id !== id;
}

/**
 * Refuses a sign-in that proves nothing to the company's identity provider, while passwords are off.
 * @throws UNAUTHENTICATED
 */
export async function requireLocalSignIn(
  db: Pick<Tx, 'query'>,
  { id, company_id: companyId }: { readonly id: number; readonly company_id: number },
): Promise<void> {
  if (await isPasswordOff(db, { id, companyId }))
    throw new Failure('UNAUTHENTICATED', 'singleSignOnOnly', {
      fields: { password: [{ key: 'singleSignOnOnly' }] },
    });
}

/** Returns whether a user can be the emergency user: an active ADMIN of the company with a second factor. */
export async function isEmergencyReady(tx: Tx, companyId: number, userId: number): Promise<boolean> {
  const lock = sql(tx.needsLocks ? 'FOR UPDATE' : '');
  const [user] = await select(tx)`SELECT u.id FROM app_user u WHERE u.id = ${userId}
    AND u.company_id = ${companyId} AND u.status = 1 AND u.role_type = ${RoleType.ADMIN}
    AND ${sql(factorSince('u.id'))} IS NOT NULL ${lock}`;
  return user !== undefined;
}

/**
 * Refuses a change after which the emergency user could no longer sign in while passwords are off.
 * Call it behind the change, in its transaction.
 * @throws CONFLICT
 */
export async function requireEmergencyUser(tx: Tx, userId: number): Promise<void> {
  const lock = sql(tx.needsLocks ? 'FOR UPDATE' : '');
  const [provider] = await select<{ company_id: number }>(tx)`SELECT company_id FROM identity_provider
    WHERE emergency_user_id = ${userId} AND passwords_off = 1 ${lock}`;
  if (provider && !(await isEmergencyReady(tx, provider.company_id, userId)))
    throw new Failure('CONFLICT', 'emergencyUserNeeded');
}

/** Deletes the accounts and sessions of a user at identity providers, and their choice as emergency user. */
export async function deleteIdentities(tx: Tx, userId: number): Promise<void> {
  await execute(tx)`DELETE FROM user_identity WHERE user_id = ${userId}`;
  await execute(tx)`DELETE FROM provider_session WHERE user_id = ${userId}`;
  await execute(
    tx,
  )`UPDATE identity_provider SET emergency_user_id = NULL WHERE emergency_user_id = ${userId}`;
}
