import { endOfDay, startOfDay, type Day } from '../../../shared/domain/calendar';
import { placeholders, insertRows, type Tx } from '../../db/database';
import { digestsOf, hashedKey, isErased, isHashed, ownDigests, type PersonKind } from './persons';
import { chunksOf, selectIn } from '../../db/chunks';
import type { StaleMarks } from '../sql/stale';

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
    const sql = `SELECT DISTINCT ${COLUMN[kind]} AS id FROM ${table} WHERE product_id = ? AND ${COLUMN[kind]} IN`;
    for (const { id } of await selectIn<{ id: string }>(tx, sql, [productId], ids, 'AND day >= ?', [before]))
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
    await tx.execute(
      `UPDATE conversion SET ${COLUMN[kind]} = ? WHERE product_id = ? AND ${COLUMN[kind]} = ?`,
      [hashedKey(digests.of(kind, id)), productId, id],
    );
  }
  await tx.execute(
    `DELETE FROM plain_key WHERE product_id = ? AND kind = ? AND id IN (${placeholders(ids)})`,
    [productId, kind, ...ids],
  );
  await insertRows(
    tx,
    'plain_key',
    ['product_id', 'kind', 'id'],
    [...inUse].map((id) => [productId, kind, id]),
  );
}

/**
 * Replaces the visitor and user ids of a deleted day's conversions by digests. Equal ids get equal digests,
 * so a returning person is recognized (see `revive`). Ids that later days still use stay until those days are
 * deleted.
 */
export async function hashKeysOfDay(tx: Tx, productId: number, day: Day, before: Day): Promise<void> {
  for (const kind of ['visitor', 'user'] as const) {
    // Deduplicates here: with DISTINCT, SQLite would read all conversions of the product in id order.
    const rows = await tx.query<{ id: string | null }>(
      `SELECT ${COLUMN[kind]} AS id FROM conversion WHERE product_id = ? AND time BETWEEN ? AND ?`,
      [productId, startOfDay(day), endOfDay(day)],
    );
    const ids = new Set(rows.flatMap(({ id }) => (id === null || isHashed(id) || isErased(id) ? [] : [id])));
    for (const chunk of chunksOf([...ids])) await hash(tx, productId, kind, chunk, before);
  }
}

/** Hashes the ids that earlier calls left because later days used them, once those days are deleted. */
export async function hashRemainingKeys(tx: Tx, productId: number, before: Day): Promise<void> {
  for (const kind of ['visitor', 'user'] as const) {
    const rows = await tx.query<{ id: string }>(
      'SELECT id FROM plain_key WHERE product_id = ? AND kind = ? ORDER BY id',
      [productId, kind],
    );
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
    const sql = `SELECT DISTINCT ${COLUMN[kind]} AS name FROM conversion WHERE product_id = ? AND ${COLUMN[kind]} IN`;
    const matches = await selectIn<{ name: string }>(tx, sql, [productId], [...idOf.keys()]);
    for (const { name } of matches) {
      const id = idOf.get(name);
      if (id === undefined) continue;
      for (const table of ['conversion', 'result_due'])
        await tx.execute(
          `UPDATE ${table} SET ${COLUMN[kind]} = ? WHERE product_id = ? AND ${COLUMN[kind]} = ?`,
          [id, productId, name],
        );
      await tx.execute('DELETE FROM plain_key WHERE product_id = ? AND kind = ? AND id = ?', [
        productId,
        kind,
        id,
      ]);
      await insertRows(tx, 'plain_key', ['product_id', 'kind', 'id'], [[productId, kind, id]]);
      // A conversion that named only its customer may belong to a hashed visitor.
      if (kind === 'visitor') stale.visitor(id, 0);
    }
  }
}
