import { RECOVERY_CODES } from '../../auth/second-factor/recovery-codes';
import { execute } from '../../db/statements';
import type { Tx } from '../../db/database';
import { recordChange } from '../../records/audit/record';

/** Removes the second factor of a user and a set-up in progress. Returns false if there was none. */
export async function removeSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  await execute(tx)`DELETE FROM recovery_code WHERE user_id = ${userId}`;
  return (await execute(tx)`DELETE FROM second_factor WHERE user_id = ${userId}`) > 0;
}

/** Records in the audit trail that a second factor was turned on or off; null for new recovery codes. */
export const recordSecondFactor = (
  context: Parameters<typeof recordChange>[0],
  user: { readonly id: number; readonly user_name: string },
  isOn: boolean | null,
): Promise<void> =>
  recordChange(context, {
    entity: 'user',
    entityId: user.id,
    productId: null,
    label: user.user_name,
    action: 'update',
    version: null,
    before: isOn === null ? {} : { secondFactor: !isOn },
    after: isOn === null ? { recoveryCodes: RECOVERY_CODES } : { secondFactor: isOn },
  });
