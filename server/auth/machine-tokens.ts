import { recordOf } from '../../shared/records';
import { isEnumValue, rightKeys, RoleType, type Grant, type RightKey } from '../../shared/catalog';
import { addressList } from '../../shared/address-list';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { hashSecret, randomSecret } from './tokens';
import { grantsOf, productsOf, type Actor } from './actor';
import type { Client } from './sessions';

/** Prefix of a secret, which makes a leaked one recognisable. */
const SECRET_PREFIX = 'ick_';
const KEY_PREFIX_LENGTH = SECRET_PREFIX.length + 6;

/** A new secret with its stored parts. */
export interface NewApiKey {
  readonly secret: string;
  /** SHA-256 of the secret, hexadecimal: column key_hash. */
  readonly keyHash: string;
  /** First characters, which distinguish keys: column prefix. */
  readonly prefix: string;
}

/** Creates the secret of an API key. It is shown once and never stored. */
export function newApiKey(): NewApiKey {
  const secret = SECRET_PREFIX + randomSecret(24);
  return { secret, keyHash: hashSecret(secret), prefix: secret.slice(0, KEY_PREFIX_LENGTH) };
}

/** Prefix of a token, which makes a leaked one recognisable. */
const TOKEN_PREFIX = 'icr_';
const TOKEN_PREFIX_LENGTH = TOKEN_PREFIX.length + 6;
/** Precision of the stored time of last use. */
const LAST_USED_PRECISION_MS = 60_000;

/** Company-level menus outside of any product. No token can read them. */
const COMPANY_MENUS: ReadonlySet<RightKey> = new Set([
  'api_keys',
  'companies',
  'agencies',
  'users',
  'roles',
  'audit',
]);

const POSTBACK_PREFIX = 'icp_';

/** Creates the token of a postback source: the secret part of its URL. */
export function newPostbackToken(): NewApiKey {
  const secret = POSTBACK_PREFIX + randomSecret(24);
  return { secret, keyHash: hashSecret(secret), prefix: secret.slice(0, POSTBACK_PREFIX.length + 6) };
}

/** Creates a token with its hash and first characters. */
export function newReadToken(): {
  readonly token: string;
  readonly tokenHash: string;
  readonly prefix: string;
} {
  const token = TOKEN_PREFIX + randomSecret(24);
  return { token, tokenHash: hashSecret(token), prefix: token.slice(0, TOKEN_PREFIX_LENGTH) };
}

/** Returns true if a bearer token is a personal read token. */
export const isReadToken = (token: string): boolean => token.startsWith(TOKEN_PREFIX);

/** Reduces a user's right to the part that a token may use: viewing product data. */
const readGrant = (menu: RightKey, grant: Grant): Grant => ({
  ...grant,
  right: COMPANY_MENUS.has(menu) || grant.right === 'none' ? 'none' : 'view',
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
 * Loads the actor of a read token: the user with current rights, limited to viewing the token's product.
 * Returns null if the token is revoked, the user or company is no longer valid, the company doesn't allow the
 * address, or the user has lost the product or the explorer.
 */
export async function loadReadActor(
  db: Database,
  token: string,
  { ip }: Client,
  now: number,
): Promise<Actor | null> {
  const [row] = await select<TokenRow>(db)`SELECT t.id, t.user_id, t.product_id, t.last_used_at,
    u.company_id, u.agency_id, u.role_type, c.login_allowed_ips FROM read_token t
    JOIN app_user u ON u.id = t.user_id JOIN company c ON c.id = u.company_id
    WHERE t.token_hash = ${hashSecret(token)} AND u.status = 1 AND c.status = 1`;
  if (!row || !isEnumValue(RoleType, row.role_type)) return null;
  const allowed = row.login_allowed_ips?.trim();
  if (allowed && !addressList(allowed)(ip)) return null;
  const { user_id: userId, company_id: companyId, product_id: productId, role_type: role } = row;
  const query = <T>(sql: string, params: readonly (string | number)[]): Promise<T[]> =>
    db.read<T>(sql, params);
  const [productIds, grants] = await Promise.all([
    productsOf(query, { companyId, userId, role }),
    grantsOf(query, companyId, role),
  ]);
  if (!productIds.includes(productId) || grants.explorer.right === 'none') return null;
  if (now - Number(row.last_used_at ?? 0) >= LAST_USED_PRECISION_MS)
    await db.write((tx) => tx.execute('UPDATE read_token SET last_used_at = ? WHERE id = ?', [now, row.id]));
  return {
    userId,
    companyId,
    role,
    agencyId: row.agency_id,
    productIds: [productId],
    grants: recordOf(rightKeys, (menu) => readGrant(menu, grants[menu])),
    family: '',
    reading: true,
  };
}
