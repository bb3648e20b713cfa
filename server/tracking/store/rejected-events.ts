import { insertRows, type Tx } from '../../db/database';
import { refusedInput, type RefusedInput } from '../spool/spool-entry';

/** Stores rejected events with their reasons. */
export async function storeRefused(tx: Tx, refused: readonly RefusedInput[]): Promise<void> {
  const rows = refused.map(refusedInput);
  await insertRows(
    tx,
    'bad_event',
    ['product_id', 'door', 'reason', 'text', 'ip', 'stored_at'],
    rows.map((row) => [row.productId, row.door, row.reason, row.text, row.ip, row.storedAt]),
  );
}
