import type { AuditAction } from '../../../shared/settings';
import type { SignInTrail } from '../../auth/session-start';
import { deviceName } from '../../auth/device-name';
import type { Client } from '../../auth/sessions';
import { select } from '../../db/statements';
import type { Tx } from '../../db/database';
import { createWriteContext, recordChange, type AuditEntry } from '../../records/audit/record';
import { notifyOfNewDevice } from './new-device-mail';
import { recordSecondFactor } from './second-factor-records';

/** Creates the audit entry of a session that begins or ends. */
export function sessionEntry(
  action: Extract<AuditAction, 'signIn' | 'signOut' | 'delete'>,
  userId: number,
  userName: string,
  ua: string | null,
): AuditEntry {
  const device = { device: deviceName(ua) ?? '' };
  const begins = action === 'signIn';
  return {
    entity: 'session',
    entityId: userId,
    productId: null,
    label: userName,
    action,
    version: null,
    before: begins ? {} : device,
    after: begins ? device : {},
  };
}

/**
 * Records the sign-ins and sign-outs of users in the audit trail of their company, and mails them about new
 * devices.
 */
export function sessionTrail(now: () => number): SignInTrail {
  const contextOf = async (tx: Tx, userId: number, client: Client) => {
    const [user] = await select<{ company_id: number; user_name: string }>(tx)`SELECT company_id, user_name
      FROM app_user WHERE id = ${userId}`;
    if (!user) return null;
    const actor = { userId, companyId: user.company_id };
    return { actor, name: user.user_name, context: createWriteContext(tx, actor, client, now()) };
  };
  const record = async (action: 'signIn' | 'signOut', tx: Tx, userId: number, client: Client) => {
    const found = await contextOf(tx, userId, client);
    if (!found) return;
    const { companyId } = found.actor;
    if (action === 'signIn') await notifyOfNewDevice(tx, { id: userId, companyId }, client, now());
    await recordChange(found.context, sessionEntry(action, userId, found.name, client.ua));
  };
  return {
    signedIn: (tx, userId, client) => record('signIn', tx, userId, client),
    signedOut: (tx, userId, client) => record('signOut', tx, userId, client),
    factorSetUp: async (tx, userId, client) => {
      const found = await contextOf(tx, userId, client);
      if (found) await recordSecondFactor(found.context, { id: userId, user_name: found.name }, true);
    },
  };
}
