import { createHmac, randomBytes } from 'node:crypto';
import { landingPageOf } from '../../../shared/domain/journey';
import { endOfDay, startOfDay, type Day } from '../../../shared/domain/calendar';
import { insertRows, type Tx } from '../../db/database';
import { chunksOf, execute, select, sql } from '../../db/statements';
import type { StaleMarks } from '../stale';

/** Columns with personal data in each log, besides the ids and the page URL. */
export const PERSONAL = {
  interaction: [
    'ip',
    'ua',
    'ua_id',
    'params',
    'referrer',
    'xclid',
    'click_ids',
    'ses',
    'key1',
    'key2',
    'key3',
  ],
  access: ['ip', 'ua', 'ua_id', 'os', 'os_ver', 'browser', 'browser_ver', 'referrer', 'title'],
  conversion: [
    'ip',
    'ua',
    'amount_text',
    'args',
    'other_key1',
    'other_key2',
    'other_key3',
    'url',
    'referrer',
  ],
} as const;

/** Column of each log with the page URL that distinguishes landings. */
export const PAGE = { interaction: 'landing_url', access: 'url' } as const;
export type ContactLog = keyof typeof PAGE;

/**
 * Returns the replacement of an erased page URL: its origin, which identifies the domain, and a keyed
 * signature. Equal pages get equal signatures, so repeated landings are still recognized. The signature
 * reveals nothing once the secret is deleted.
 */
export function pageSign(url: string, secret: string): string {
  const sign = createHmac('sha256', secret).update(landingPageOf(url)).digest('hex').slice(0, 24);
  return `${URL.canParse(url) ? new URL(url).origin : 'erased:'}/?erased=${sign}`;
}

/** Prefix of ids that replace erased ones; the rest is random. */
const ERASED = 'erased~';

/** Creates a replacement for an erased id. */
export const newErased = (): string => ERASED + randomBytes(12).toString('hex');

/** Returns the replacement for an id in an erasure; it leads nowhere once the secret is deleted. */
export const erasedName = (id: string, secret: string): string =>
  ERASED + createHmac('sha256', secret).update(`visitor ${id}`).digest('hex').slice(0, 24);

/** True for an id that replaces an erased one. */
export const isErased = (id: string): boolean => /^erased~[0-9a-f]{24}$/.test(id);

/**
 * Returns the replacement for the id of a visitor or customer of days beyond the horizon. Equal ids get equal
 * keys.
 */
export const hashedKey = (digest: string): string => `hash~${digest}`;
export const isHashed = (id: string): boolean => id.startsWith('hash~');

/** Kinds of personal ids: of a browser, or of an advertiser's customer. */
export type PersonKind = 'visitor' | 'user';

/** Digests of persons' ids and of orders under one product's key. */
export class Digests {
  constructor(private readonly secret: string) {}

  of(kind: string, id: string): string {
    return createHmac('sha256', this.secret).update(`${kind} ${id}`).digest('base64url');
  }
}

/** Returns the digests of a product; undefined if it has no key yet. */
export async function digestsOf(tx: Pick<Tx, 'query'>, productId: number): Promise<Digests | undefined> {
  const [row] = await select<{ secret: string }>(tx)`SELECT secret FROM personal_key
    WHERE product_id = ${productId}`;
  return row && new Digests(row.secret);
}

/** Returns the digests of a product and creates its key on first use. */
export async function ownDigests(tx: Tx, productId: number): Promise<Digests> {
  const known = await digestsOf(tx, productId);
  if (known) return known;
  const secret = randomBytes(32).toString('hex');
  await insertRows(tx, 'personal_key', ['product_id', 'secret'], [[productId, secret]]);
  return new Digests(secret);
}

const COLUMN: Readonly<Record<PersonKind, 'visitor_id' | 'user_id'>> = {
  visitor: 'visitor_id',
  user: 'user_id',
};
/** Tables that identify a returning person by id. */
const TABLES: Readonly<Record<PersonKind, readonly string[]>> = {
  visitor: ['interaction', 'access', 'conversion'],
  user: ['conversion'],
};

/** Returns the ids that rows from day `before` on still use. These ids must stay readable. */
async function idsInUse(
  tx: Tx,
  productId: number,
  kind: PersonKind,
  ids: readonly string[],
  before: Day,
): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const table of TABLES[kind]) {
    for (const { id } of await select<{ id: string }>(tx)`SELECT DISTINCT ${sql(COLUMN[kind])} AS id
      FROM ${sql(table)}
      WHERE product_id = ${productId} AND ${sql(COLUMN[kind])} IN ${ids} AND day >= ${before}`)
      inUse.add(id);
  }
  return inUse;
}

async function hash(
  tx: Tx,
  productId: number,
  kind: PersonKind,
  ids: readonly string[],
  before: Day,
): Promise<void> {
  if (ids.length === 0) return;
  const digests = await ownDigests(tx, productId);
  const inUse = await idsInUse(tx, productId, kind, ids, before);
  for (const id of ids) {
    if (inUse.has(id)) continue;
    await execute(tx)`UPDATE conversion SET ${sql(COLUMN[kind])} = ${hashedKey(digests.of(kind, id))}
      WHERE product_id = ${productId} AND ${sql(COLUMN[kind])} = ${id}`;
  }
  await execute(tx)`DELETE FROM plain_key
    WHERE product_id = ${productId} AND kind = ${kind} AND id IN ${ids}`;
  const rows = [...inUse].map((id) => [productId, kind, id]);
  await insertRows(tx, 'plain_key', ['product_id', 'kind', 'id'], rows);
}

/**
 * Replaces the visitor and user ids of a deleted day's conversions by digests. Equal ids get equal digests,
 * so a returning person is recognized (see `revive`). Ids that later days still use stay until those days are
 * deleted.
 */
export async function hashKeysOfDay(tx: Tx, productId: number, day: Day, before: Day): Promise<void> {
  for (const kind of ['visitor', 'user'] as const) {
    // Deduplicates here: with DISTINCT, SQLite would read all conversions of the product in id order.
    const rows = await select<{ id: string | null }>(tx)`SELECT ${sql(COLUMN[kind])} AS id FROM conversion
      WHERE product_id = ${productId} AND time BETWEEN ${startOfDay(day)} AND ${endOfDay(day)}`;
    const ids = new Set(rows.flatMap(({ id }) => (id === null || isHashed(id) || isErased(id) ? [] : [id])));
    for (const chunk of chunksOf([...ids])) await hash(tx, productId, kind, chunk, before);
  }
}

/** Hashes the ids that earlier calls left because later days used them, once those days are deleted. */
export async function hashRemainingKeys(tx: Tx, productId: number, before: Day): Promise<void> {
  for (const kind of ['visitor', 'user'] as const) {
    const rows = await select<{ id: string }>(tx)`SELECT id FROM plain_key WHERE product_id = ${productId}
      AND kind = ${kind} ORDER BY id`;
    for (const chunk of chunksOf(rows.map(({ id }) => id))) await hash(tx, productId, kind, chunk, before);
  }
}

/**
 * Restores the ids of returning visitors and customers in conversions that hold their digests. The result is
 * the same as if they had never been hashed.
 * @param rawLogsFrom first day with raw logs; 0 if no key of the product was ever hashed
 */
export async function restoreKeys(
  tx: Tx,
  productId: number,
  rawLogsFrom: Day,
  ids: Readonly<Record<PersonKind, Iterable<string>>>,
  stale: StaleMarks,
): Promise<void> {
  const digests = rawLogsFrom > 0 ? await digestsOf(tx, productId) : undefined;
  if (!digests) return;
  for (const kind of ['visitor', 'user'] as const) {
    const idOf = new Map([...new Set(ids[kind])].map((id) => [hashedKey(digests.of(kind, id)), id]));
    const matches = await select<{ name: string }>(tx)`SELECT DISTINCT ${sql(COLUMN[kind])} AS name
      FROM conversion WHERE product_id = ${productId} AND ${sql(COLUMN[kind])} IN ${idOf.keys()}`;
    for (const { name } of matches) {
      const id = idOf.get(name);
      if (id === undefined) continue;
      for (const table of ['conversion', 'result_due'])
        await execute(tx)`UPDATE ${sql(table)} SET ${sql(COLUMN[kind])} = ${id}
          WHERE product_id = ${productId} AND ${sql(COLUMN[kind])} = ${name}`;
      await execute(tx)`DELETE FROM plain_key WHERE product_id = ${productId} AND kind = ${kind}
        AND id = ${id}`;
      await insertRows(tx, 'plain_key', ['product_id', 'kind', 'id'], [[productId, kind, id]]);
      // A conversion that named only its customer may belong to a hashed visitor.
      if (kind === 'visitor') stale.visitor(id, 0);
    }
  }
}
