import { randomBytes } from 'node:crypto';
import { compareIds } from '../../../shared/domain/journey';
import { keysOf } from '../../../shared/records';
import type { Value } from '../../db/engines/engine';
import { insertRows, type Tx } from '../../db/database';
import type { StaleMarks } from '../sql/stale';
import { cut } from './rows';

/** Plain INSERT of rows that all have the same columns, in key order so that writers don't deadlock. */
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
 * An id for a landing-made interaction whose view bears the id of a click. Clicks and views have
 * id spaces of their own, interactions one: the click keeps the id.
 */
export const sparePlace = (viewId: string): string => `${cut(viewId, 100)}~${randomBytes(8).toString('hex')}`;

/** Moves landing-made interactions out of the place of clicks that bear the same id. */
export async function makeWay(
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
      sparePlace(id),
      productId,
      id,
    ]);
    stale.visitor(row.visitor_id, row.time);
  }
}
