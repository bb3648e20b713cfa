import { recordOf } from '../../shared/records';
import { isEnumValue, rightKeys, RoleType, type Grant, type RightKey } from '../../shared/catalog';
import { addressList } from '../../shared/address-list';
import type { Database } from '../db/database';
import type { Actor } from './actor';
import { grantsOf, productsOf } from './reach';
import type { Client } from './sessions';
import { hashSecret, randomSecret } from './tokens';

/** Letters that a token begins with, so that it is recognised where it should not lie about. */
const MARK = 'icr_';
const SHOWN = MARK.length + 6;
/** How exactly it is kept when a token was last used. */
const USED_EVERY_MS = 60_000;

/** What is of the company and no part of a product: no token reads it. */
const OF_COMPANY: ReadonlySet<RightKey> = new Set([
  'api_keys',
  'companies',
  'agencies',
  'users',
  'roles',
  'audit',
]);

/** A new token, what is kept of it, and its first characters. */
export function newReadToken(): {
  readonly token: string;
  readonly tokenHash: string;
  readonly prefix: string;
} {
  const token = MARK + randomSecret(24);
  return { token, tokenHash: hashSecret(token), prefix: token.slice(0, SHOWN) };
}

/** Whether a bearer token is one for reading. */
export const isReadToken = (token: string): boolean => token.startsWith(MARK);

/** As much as a token may of what its user may: to look, at what is of a product. */
const toRead = (menu: RightKey, grant: Grant): Grant => ({
  ...grant,
  right: OF_COMPANY.has(menu) || grant.right === 'none' ? 'none' : 'view',
});

interface TokenRow {
  id: number;
  user_id: number;
  product_id: number;
  last_used_at: string | number | null;
  company_id: number;
  agency_id: number | null;
  role_type: number;
  login_allowed_ips: string | null;
}

/**
 * The actor behind a token for reading: its user as of now, narrowed to the token's product and to looking. Null when
 * the token is revoked, its user or company is valid no more, the address is not among those that the company allows,
 * or the user has lost the product or the explorer.
 */
export async function readingActor(
  db: Database,
  token: string,
  { ip }: Client,
  now: number,
): Promise<Actor | null> {
  const [found] = await db.read<TokenRow>(
    `SELECT t.id, t.user_id, t.product_id, t.last_used_at, u.company_id, u.agency_id, u.role_type, c.login_allowed_ips
     FROM read_token t JOIN app_user u ON u.id = t.user_id JOIN company c ON c.id = u.company_id
     WHERE t.token_hash = ? AND u.status = 1 AND c.status = 1`,
    [hashSecret(token)],
  );
  if (!found || !isEnumValue(RoleType, found.role_type)) return null;
  const allowed = found.login_allowed_ips?.trim();
  if (allowed && !addressList(allowed)(ip)) return null;
  const { user_id: userId, company_id: companyId, product_id: productId, role_type: role } = found;
  const query = <T>(sql: string, params: readonly (string | number)[]): Promise<T[]> =>
    db.read<T>(sql, params);
  const [productIds, grants] = await Promise.all([
    productsOf(query, { companyId, userId, role }),
    grantsOf(query, companyId, role),
  ]);
  if (!productIds.includes(productId) || grants.explorer.right === 'none') return null;
  if (now - Number(found.last_used_at ?? 0) >= USED_EVERY_MS)
    await db.write((tx) =>
      tx.execute('UPDATE read_token SET last_used_at = ? WHERE id = ?', [now, found.id]),
    );
  return {
    userId,
    companyId,
    role,
    agencyId: found.agency_id,
    productIds: [productId],
    grants: recordOf(rightKeys, (menu) => toRead(menu, grants[menu])),
    family: '',
    reading: true,
  };
}
