import { insertRows, type Tx } from '../../db/database';
import { truncateRejected, type RejectedInput } from '../spool/spool-entry';

/** Stores rejected events with their reasons. */
export async function storeRejected(tx: Tx, refused: readonly RejectedInput[]): Promise<void> {
  const rows = refused.map(truncateRejected);
  await insertRows(
    tx,
    'bad_event',
    ['product_id', 'door', 'reason', 'text', 'ip', 'stored_at'],
    rows.map((row) => [row.productId, row.door, row.reason, row.text, row.ip, row.storedAt]),
  );
}
