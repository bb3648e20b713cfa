import { recordOf } from '../../shared/records';
import { isEnumValue, rightKeys, RoleType, type Grant, type RightKey } from '../../shared/catalog';
import { addressList } from '../../shared/address-list';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { hashSecret, randomSecret } from './tokens';
import { grantsOf, productsOf, type Actor } from './actor';
import type { Client } from './sessions';

/** A new secret with its stored parts. */
export interface NewSecret {
  readonly secret: string;
  /** SHA-256 of the secret, hexadecimal. */
  readonly keyHash: string;
  /** First characters, which distinguish secrets in a list. */
  readonly prefix: string;
}

/** Beginnings of secrets by kind, which make a leaked one recognisable. */
const BEGINNINGS = {
  apiKey: 'ick_',
  postbackSource: 'icp_',
  readToken: 'icr_',
  scimToken: 'ics_',
  share: 'icl_',
} as const;

/** Creates a function that makes secrets of a kind. A secret is shown once and never stored. */
const secretsOf = (kind: keyof typeof BEGINNINGS) => (): NewSecret => {
  const secret = BEGINNINGS[kind] + randomSecret(24);
  return { secret, keyHash: hashSecret(secret), prefix: secret.slice(0, BEGINNINGS[kind].length + 6) };
};

/** Creates an API key, with which a server sends events of a product. */
export const newApiKey = secretsOf('apiKey');
/** Creates the token of a postback source: the secret part of its URL. */
export const newPostbackToken = secretsOf('postbackSource');
/** Creates a user's token for reading one product. */
export const newReadToken = secretsOf('readToken');
/** Creates a company's token for SCIM. */
export const newScimToken = secretsOf('scimToken');
/** Creates the secret part of a share link. */
export const newShareToken = secretsOf('share');

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

/** Returns true if a bearer token is a personal read token. */
export const isReadToken = (token: string): boolean => token.startsWith(BEGINNINGS.readToken);

/** Reduces a user's right to the part that a token may use: viewing product data. */
const readGrant = (menu: RightKey, grant: Grant): Grant => ({
  ...grant,
  right: COMPANY_MENUS.has(menu) || grant.right === 'none' ? 'none' : 'view',
});

/** Records the use of a token, at most once a minute. */
export async function recordUse(
  db: Database,
  table: 'read_token' | 'scim_token' | 'report_share',
  row: { readonly id: number; readonly last_used_at: string | number | null },
  now: number,
): Promise<void> {
  if (now - Number(row.last_used_at ?? 0) < LAST_USED_PRECISION_MS) return;
  await db.write((tx) => tx.execute(`UPDATE ${table} SET last_used_at = ? WHERE id = ?`, [now, row.id]));
}

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
  await recordUse(db, 'read_token', row, now);
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
