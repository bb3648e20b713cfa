import { placeholders, type Tx } from '../db/database';
import { chunksOf } from '../db/chunks';
import { newErased } from '../journeys/privacy/persons';
import type { Persons } from './subject';

/** Tables with a visitor id. */
const VISITOR_COLUMNS = [
  ['interaction', 'visitor_id'],
  ['access', 'visitor_id'],
  ['access_ref', 'visitor_id'],
  ['conversion', 'visitor_id'],
  ['stale_visitor', 'visitor_id'],
  ['result_due', 'visitor_id'],
] as const;

/**
 * Replaces the persons' ids in all tables in the caller's transaction. Each id gets one replacement, so
 * journeys, paths, repeats and reports do not change. The new id does not lead back to the old one.
 */
export async function renamePersons(tx: Tx, productId: number, { visitors, users }: Persons): Promise<void> {
  const names = new Map(visitors.map((id) => [id, newErased()]));
  const renamed = [...names];
  for (const [old, name] of renamed) {
    for (const [table, column] of VISITOR_COLUMNS)
      await tx.execute(`UPDATE ${table} SET ${column} = ? WHERE product_id = ? AND ${column} = ?`, [
        name,
        productId,
        old,
      ]);
  }
  // Finds these rows by their owner, which has its new id by now: claimed_visitor_id has no index.
  for (const chunk of chunksOf(renamed.map(([, name]) => name))) {
    const rows = await tx.query<{ claimed_visitor_id: string; visitor_id: string }>(
      `SELECT DISTINCT claimed_visitor_id, visitor_id FROM interaction WHERE product_id = ? AND visitor_id IN (${placeholders(chunk)})`,
      [productId, ...chunk],
    );
    for (const { claimed_visitor_id: claimed, visitor_id: owner } of rows) {
      const name = names.get(claimed);
      if (name)
        await tx.execute(
          'UPDATE interaction SET claimed_visitor_id = ? WHERE product_id = ? AND visitor_id = ? AND claimed_visitor_id = ?',
          [name, productId, owner, claimed],
        );
    }
  }
  for (const chunk of chunksOf([...visitors, ...users]))
    await tx.execute(`DELETE FROM plain_key WHERE product_id = ? AND id IN (${placeholders(chunk)})`, [
      productId,
      ...chunk,
    ]);
  for (const old of users) {
    const name = newErased();
    await tx.execute('UPDATE conversion SET user_id = ? WHERE product_id = ? AND user_id = ?', [
      name,
      productId,
      old,
    ]);
    await tx.execute('UPDATE result_due SET user_id = ? WHERE product_id = ? AND user_id = ?', [
      name,
      productId,
      old,
    ]);
  }
}
