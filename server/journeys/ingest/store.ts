import { randomBytes } from 'node:crypto';
import { compareIds } from '../../../shared/domain/journey';
import { keysOf } from '../../../shared/records';
import type { Value } from '../../db/engines/engine';
import { insertRows, type Tx } from '../../db/database';
import type { StaleMarks } from '../sql/stale';
import { cut } from './rows';

/** Inserts rows with the same columns in key order, so concurrent writers don't deadlock. */
export async function storeRows<C extends string>(
  tx: Tx,
  table: string,
  key: C,
  rows: readonly Readonly<Record<C, Value>>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = keysOf(first);
  const ordered = [...rows].sort((a, b) => compareIds(String(a[key]), String(b[key])));
  await insertRows(
    tx,
    table,
    columns,
    ordered.map((row) => columns.map((column) => row[column] ?? null)),
  );
}

/**
 * Creates an id for a landing interaction whose view has the id of a click. Clicks and views have separate id
 * spaces, interactions have one: the click keeps the id.
 */
export const spareId = (viewId: string): string => `${cut(viewId, 100)}~${randomBytes(8).toString('hex')}`;

/** Renames landing interactions whose id a click needs. */
export async function freeClickIds(
  tx: Tx,
  productId: number,
  ids: readonly string[],
  stale: StaleMarks,
): Promise<void> {
  for (const id of ids) {
    const [row] = await tx.query<{ visitor_id: string; time: number }>(
      'SELECT visitor_id, time FROM interaction WHERE product_id = ? AND id = ?',
      [productId, id],
    );
    if (!row) continue;
    await tx.execute('UPDATE interaction SET id = ? WHERE product_id = ? AND id = ?', [
      spareId(id),
      productId,
      id,
    ]);
    stale.visitor(row.visitor_id, row.time);
  }
}
