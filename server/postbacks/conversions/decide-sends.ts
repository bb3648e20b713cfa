import type { Platform } from '../../../shared/catalog/platforms';
import { insertRows, type Tx } from '../../db/database';
import { chunksOf, execute, select, sql, updateRows } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { newEventId } from '../../platform/event-id';
import {
  judge,
  readSenders,
  readSends,
  SEND_COLUMNS,
  type ReadSend,
  type Sender,
  type SendRow,
} from './read-sends';

/** Why a conversion was not sent although it may be sent again. */
const REOPENS: ReadonlySet<string | null> = new Set(['cancelled', 'duplicate', 'rejected', 'not_approved']);

const retracts = (platform: Platform): boolean => platform.kind === 'file' && platform.retracts;

/** Columns that a decision sets. */
interface Decided {
  readonly state: string;
  readonly reason: string | null;
  readonly retraction: string | null;
  readonly next_at: number | null;
}

/** Decides the state of an entry; for a sent one, whether the platform must take it back. */
function decide(sender: Sender, row: SendRow, read: ReadSend | undefined, now: number): Decided {
  const { state, reason, retraction } = row;
  const same = { state, reason, retraction, next_at: null };
  if (state === 'sent' || state === 'accepted') {
    const isWithdrawn = read !== undefined && read.withdrawn !== null;
    if (!isWithdrawn) return { ...same, retraction: retraction === 'done' ? 'done' : null };
    return { ...same, retraction: retraction ?? (retracts(sender.target) ? 'due' : 'impossible') };
  }
  const isOpen = state === 'waiting' || (state === 'refused' && REOPENS.has(reason));
  if (!isOpen) return same;
  const judged = judge(sender, read, now);
  return { ...same, ...judged, next_at: judged.state === 'waiting' ? now : null };
}

/** Creates the batches of a sender's waiting conversions. */
async function writeBatches(
  tx: Tx,
  sender: Sender,
  ids: readonly string[],
  host: string,
  now: number,
): Promise<void> {
  for (const chunk of chunksOf(ids, sender.target.maxBatch)) {
    const batch = newEventId(now);
    await insertRows(
      tx,
      'conversion_batch',
      ['id', 'product_id', 'sender_id', 'host', 'created_at', 'due_at'],
      [[batch, sender.product_id, sender.id, host, now, now]],
    );
    await execute(tx)`UPDATE conversion_send SET batch_id = ${batch} WHERE id IN ${chunk}`;
  }
}

/** Returns the host of a sender's requests; empty for files. */
function hostOfSender({ target, base_url: baseUrl }: Sender): string {
  if (target.kind === 'file') return '';
  const url = baseUrl ?? target.request([], {}, { test: false }).url;
  return URL.canParse(url) ? new URL(url).host.slice(0, 255) : '';
}

/** Products with entries of the ledger that are due, and match keys that are too old. */
export async function productsWithDueSends(
  db: { readonly readOnlyTx: Pick<Tx, 'query'> },
  now: number,
): Promise<number[]> {
  const rows = await select<{ id: number }>(db.readOnlyTx)`SELECT p.id FROM product p
    WHERE (SELECT s.id FROM conversion_send s WHERE s.product_id = p.id AND s.due_at <= ${now} LIMIT 1) IS NOT NULL
    OR (SELECT m.event_id FROM conversion_match m WHERE m.product_id = p.id AND m.time < ${now - KEPT_MS}
      LIMIT 1) IS NOT NULL`;
  return rows.map(({ id }) => id);
}

/** Retention of the keys that recognise visitors (interfaces.md 6.13). */
const KEPT_MS = 90 * 86_400_000;

/**
 * Decides the due entries of a product's ledger, oldest first, and puts those to be sent into batches. Deletes match
 * keys that are too old.
 * @param most maximum number of entries
 */
export async function decideSends(tx: Tx, productId: number, now: number, most: number): Promise<void> {
  await execute(tx)`DELETE FROM conversion_match WHERE product_id = ${productId} AND time < ${now - KEPT_MS}`;
  const rows = await select<SendRow>(tx)`SELECT ${sql(SEND_COLUMNS)} FROM conversion_send
    WHERE product_id = ${productId} AND due_at <= ${now} ORDER BY due_at, id LIMIT ${most}`;
  const senders = await readSenders(tx, new Set(rows.map(({ sender_id: id }) => id)));
  for (const [senderId, group] of groupBy(rows, (row) => row.sender_id)) {
    const ids = group.map(({ id }) => id);
    const sender = senders.get(senderId);
    await execute(tx)`UPDATE conversion_send SET due_at = NULL WHERE id IN ${ids}`;
    if (!sender) continue;
    // A batch decides about its entries when it is sent.
    const open = group.filter(({ state, batch_id: batch }) => state !== 'waiting' || batch === null);
    const read = await readSends(tx, sender, open);
    const decided = open.map((row) => ({ row, values: decide(sender, row, read.get(row.id), now) }));
    await updateRows(
      tx,
      'conversion_send',
      ['state', 'reason', 'retraction', 'next_at'],
      productId,
      decided.map(({ row, values }) => ({ key: row.id, values })),
    );
    // Files are made when someone fetches them.
    if (sender.target.kind === 'file') continue;
    const waiting = decided.flatMap(({ row, values }) => (values.state === 'waiting' ? [row.id] : []));
    await writeBatches(tx, sender, waiting, hostOfSender(sender), now);
  }
}
