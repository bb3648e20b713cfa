import { createHash } from 'node:crypto';
import type { SsoRefusal } from '../../../shared/catalog/sso-refusals';
import type { UnknownRecord } from '../../../shared/records';
import type { Tx } from '../../db/database';
import { execute, select } from '../../db/statements';
import { emailKey } from '../auth.service';
import { findAccount, isUsable, type Account } from '../session-start';
import { domainOf, verifiedEmail } from './claims';

/** A sign-in that ends at the sign-in page. */
export class SsoError extends Error {
  constructor(
    readonly reason: SsoRefusal,
    options?: ErrorOptions,
  ) {
    super(`single sign-on: ${reason}`, options);
  }
}

/** A user as the provider describes them; issuer and subject are verified. */
export interface ProviderUser {
  readonly companyId: number;
  readonly issuer: string;
  readonly subject: string;
  readonly claims: UnknownRecord;
}

const hashOf = (issuer: string, subject: string): string =>
  createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

/**
 * Returns the account of a provider's user. The first sign-in links them by a verified address of an allowed
 * domain; from then on the subject counts alone.
 * @throws SsoError
 */
export async function findLinkedAccount(tx: Tx, user: ProviderUser, now: number): Promise<Account> {
  const hash = hashOf(user.issuer, user.subject);
  const [known] = await select<{ user_id: number }>(tx)`SELECT user_id FROM user_identity
    WHERE identity_hash = ${hash}`;
  const account = known
    ? requireUsable(await findAccount(tx, { id: known.user_id }), user.companyId)
    : await findByEmail(tx, user);
  if (known) await execute(tx)`UPDATE user_identity SET last_used_at = ${now} WHERE identity_hash = ${hash}`;
  else
    await execute(tx)`INSERT INTO user_identity
      (identity_hash, user_id, issuer, subject, created_at, last_used_at)
      VALUES (${hash}, ${account.id}, ${user.issuer}, ${user.subject}, ${now}, ${now})`;
  return account;
}

function requireUsable(account: Account | undefined, companyId: number): Account {
  if (account?.company_id !== companyId) throw new SsoError('unknown');
  if (!isUsable(account)) throw new SsoError('inactive');
  return account;
}

async function findByEmail(tx: Tx, { companyId, issuer, claims }: ProviderUser): Promise<Account> {
  const email = verifiedEmail(claims);
  if (email === null) throw new SsoError('unverified');
  const [allowed] = await select(tx)`SELECT domain FROM identity_domain
    WHERE domain = ${domainOf(email)} AND company_id = ${companyId}`;
  if (!allowed) throw new SsoError('domain');
  const account = requireUsable(await findAccount(tx, { emailKey: emailKey(email) }), companyId);
  const [other] = await select(tx)`SELECT identity_hash FROM user_identity
    WHERE user_id = ${account.id} AND issuer = ${issuer}`;
  if (other) throw new SsoError('linked');
  return account;
}
