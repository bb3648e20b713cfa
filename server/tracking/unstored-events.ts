import type { PendingProduct, Sweep } from '../jobs/job';
import { insertRows, placeholders, type Tx } from '../db/database';
import { select, sql } from '../db/statements';
import { ingest, keyOf, readEvent, waits, withoutPersonal, type IncomingEvent } from '../journeys';
import { groupBy } from '../platform/group-by';
import { truncateRejected, type RejectedInput } from './spool/spool-line';

/** How long a conversion waits for its click or customer (interfaces.md 6.15). */
const WAIT_MS = 15 * 60_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/** Conversions per transaction. */
const AT_ONCE = 200;

type Door = RejectedInput['door'];

/** An event with the text that its endpoint received. */
interface Received {
  readonly event: IncomingEvent;
  readonly text: string;
  readonly door: Door;
}

const COLUMNS = ['product_id', 'event_key', 'event', 'text', 'door', 'stored_at', 'due_at', 'expires_at'];

/** Stores rejected events with their reasons. */
export async function storeRejected(tx: Tx, refused: readonly RejectedInput[]): Promise<void> {
  const rows = refused.map(truncateRejected);
  const written = rows.map((row) => [row.productId, row.door, row.reason, row.text, row.ip, row.storedAt]);
  await insertRows(tx, 'bad_event', ['product_id', 'door', 'reason', 'text', 'ip', 'stored_at'], written);
}

/** Returns the rejected events that are not stored yet; of equal ones, those that are missing. */
export async function newRejected(
  tx: Pick<Tx, 'query'>,
  refused: readonly RejectedInput[],
): Promise<RejectedInput[]> {
  const stored = new Map<string, number>();
  const keyOf = (row: readonly unknown[]) => JSON.stringify(row);
  for (const [productId, group] of groupBy(refused, (one) => one.productId)) {
    const product = productId === null ? sql('product_id IS NULL') : sql(`product_id = ${productId}`);
    const rows = await select<Omit<RejectedInput, 'productId'> & { stored_at: number }>(tx)`SELECT door,
      reason, text, stored_at FROM bad_event WHERE ${product}
      AND stored_at IN ${new Set(group.map(({ storedAt }) => storedAt))}`;
    for (const { door, reason, text, stored_at: storedAt } of rows) {
      const key = keyOf([productId, door, reason, text, Number(storedAt)]);
      stored.set(key, (stored.get(key) ?? 0) + 1);
    }
  }
  return refused.filter((input) => {
    const { productId, door, reason, text, storedAt } = truncateRejected(input);
    const key = keyOf([productId, door, reason, text, storedAt]);
    const left = stored.get(key) ?? 0;
    stored.set(key, left - 1);
    return left <= 0;
  });
}

/** Keeps events that `ingest` lets wait, in its transaction. */
export async function keepWaiting(tx: Tx, waiting: readonly Received[], now: number): Promise<void> {
  await insertRows(
    tx,
    'waiting_event',
    COLUMNS,
    waiting.map(({ event, text, door }) => [
      ...[event.productId, keyOf(event), JSON.stringify(event), withoutPersonal(text), door],
      ...[now, now + FIRST_RETRY_MS, now + WAIT_MS],
    ]),
  );
}

interface WaitingRow {
  readonly id: number;
  readonly event: string;
  readonly text: string;
  readonly door: Door;
  readonly stored_at: number;
  readonly expires_at: number;
}

/**
 * Tries to store the waiting conversions of a product that are due. One that still waits is due again after as
 * long as it has waited so far; one that has waited long enough is stored without its click or rejected.
 */
async function retryWaiting(tx: Tx, productId: number, now: number): Promise<void> {
  const rows = await tx.query<WaitingRow>(
    'SELECT id, event, text, door, stored_at, expires_at FROM waiting_event WHERE product_id = ? AND due_at <= ? ORDER BY due_at, id LIMIT ?',
    [productId, now, AT_ONCE],
  );
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await tx.execute(`DELETE FROM waiting_event WHERE id IN (${placeholders(ids)})`, ids);
  const refused: RejectedInput[] = [];
  const left: [WaitingRow, IncomingEvent][] = [];
  for (const mayWait of [true, false]) {
    const group = rows.flatMap((row) => {
      const event = readEvent(JSON.parse(row.event));
      return event && row.expires_at > now === mayWait ? [{ row, event }] : [];
    });
    const outcomes = await ingest(
      tx,
      group.map(({ event }) => event),
      { mayWait },
    );
    for (const [index, { row, event }] of group.entries()) {
      const outcome = outcomes[index];
      if (waits(outcome)) left.push([row, event]);
      if (outcome?.status !== 'rejected') continue;
      const { text, door } = row;
      refused.push({ productId, door, reason: outcome.reason, text, ip: event.ip, storedAt: now });
    }
  }
  await storeRejected(tx, refused);
  await insertRows(
    tx,
    'waiting_event',
    COLUMNS,
    left.map(([row, event]) => {
      const wait = Math.min(Math.max(now - row.stored_at, FIRST_RETRY_MS), LONGEST_RETRY_MS);
      const due = Math.min(now + wait, row.expires_at);
      return [productId, keyOf(event), row.event, row.text, row.door, row.stored_at, due, row.expires_at];
    }),
  );
}

/** Stores conversions once their click or customer is known. */
export const waitingSweep: Sweep = {
  name: 'waiting',
  everyMs: 500,
  async waiting(db) {
    const rows = await db.read<{ product_id: number }>(
      'SELECT DISTINCT product_id FROM waiting_event WHERE due_at <= ?',
      [Date.now()],
    );
    return rows.map(({ product_id: productId }): PendingProduct => ({ productId, newest: Date.now() }));
  },
  async isPending(db, { productId, newest }) {
    const rows = await db.read('SELECT id FROM waiting_event WHERE product_id = ? AND due_at <= ? LIMIT 1', [
      productId,
      newest,
    ]);
    return rows.length > 0;
  },
  async step(db, productId, lease) {
    await db.write(async (tx) => {
      await lease.confirm(tx);
      await retryWaiting(tx, productId, Date.now());
    });
  },
};
