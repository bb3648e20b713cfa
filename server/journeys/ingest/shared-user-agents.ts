import { createHash } from 'node:crypto';
import { monthOf, type Day } from '../../../shared/domain/calendar';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf, MAX_KEYS, select, sql } from '../../db/statements';
import { userAgentFacts } from './exclusion';

/** A contact or view before it is stored. */
interface LogRow {
  readonly day: Day;
  ua: string | null;
  ua_id: number | null;
}

const COLUMNS = ['product_id', 'month', 'hash', 'ua', 'os', 'os_ver', 'browser', 'browser_ver'];

/** Texts with the same 128 bits are the same text. */
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);
const keyOf = (month: number, hash: string): string => `${month} ${hash}`;

/** Adds user agents unless another writer has just added them. */
async function add(tx: Tx, rows: readonly (readonly (string | number | null)[])[]): Promise<void> {
  const end = tx.dialect === 'sqlite' ? 'ON CONFLICT DO NOTHING' : 'ON DUPLICATE KEY UPDATE hash = hash';
  for (const chunk of chunksOf(rows, 60))
    await tx.execute(
      `INSERT INTO user_agent (${COLUMNS.join(', ')}) VALUES ${chunk.map((row) => `(${placeholders(row)})`).join(', ')} ${end}`,
      chunk.flat(),
    );
}

/**
 * Replaces the user agents of rows by references to `user_agent`, which keeps each text once per product and
 * month, with its parts. A month's texts are deleted with its logs.
 */
export async function shareUserAgents(tx: Tx, productId: number, rows: readonly LogRow[]): Promise<void> {
  const texts = new Map<string, { month: number; hash: string; text: string; rows: LogRow[] }>();
  const hashes = new Map<string, string>();
  for (const row of rows) {
    const { ua: text } = row;
    if (!text) continue;
    let hash = hashes.get(text);
    if (hash === undefined) hashes.set(text, (hash = hashOf(text)));
    const month = monthOf(row.day);
    const known = texts.get(keyOf(month, hash));
    if (known) known.rows.push(row);
    else texts.set(keyOf(month, hash), { month, hash, text, rows: [row] });
  }
  const refer = async (lock: string): Promise<void> => {
    const wanted = new Set([...texts.values()].map(({ hash }) => hash));
    const stored = await select<{ id: number; month: number; hash: string }>(tx, MAX_KEYS)`SELECT id, month,
      hash FROM user_agent WHERE product_id = ${productId} AND hash IN ${wanted} ${sql(lock)}`;
    for (const { id, month, hash } of stored) {
      const key = keyOf(month, hash);
      for (const row of texts.get(key)?.rows ?? []) Object.assign(row, { ua: null, ua_id: id });
      texts.delete(key);
    }
  };
  await refer('');
  if (texts.size === 0) return;
  const missing = [...texts.values()].sort((a, b) => (a.hash < b.hash ? -1 : 1));
  await add(
    tx,
    missing.map(({ month, hash, text }) => {
      const { os, osVersion, browser, browserVersion } = userAgentFacts(text);
      return [productId, month, hash, text, os, osVersion, browser, browserVersion];
    }),
  );
  // Another writer's rows are not in this transaction's snapshot.
  await refer(tx.needsLocks ? 'LOCK IN SHARE MODE' : '');
}

/** Returns the SQL of a row's user agent, shared or its own. @param row table or alias of the row */
export const userAgentSql = (row: string, column = 'ua'): string =>
  `COALESCE(${row}.${column}, (SELECT u.${column} FROM user_agent u WHERE u.id = ${row}.ua_id))`;
