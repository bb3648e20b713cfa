import { insertRows, placeholders, type Tx } from '../db/database';

/** A delivery to enqueue. */
export interface NewDelivery {
  /** Identifies the delivery: at most 128 ASCII characters. Deliveries with the same key are the same. */
  readonly key: string;
  readonly kind: string;
  readonly subjectId: number;
  readonly userId?: number | null;
  /** Time that the delivery is about, in epoch milliseconds. */
  readonly forTime: number;
  readonly payload?: unknown;
}

const COLUMNS = [
  'id',
  'kind',
  'subject_id',
  'user_id',
  'for_time',
  'payload',
  'created_at',
  'due_at',
  'attempts',
];

/**
 * Stores new deliveries; known keys are skipped. If two transactions add the same key at once, the database
 * retries the second, which then finds it.
 * @returns the number of new deliveries
 */
export async function enqueueDeliveries(
  tx: Tx,
  deliveries: readonly NewDelivery[],
  now: number,
): Promise<number> {
  const all = [...new Map(deliveries.map((one) => [one.key, one])).values()];
  if (all.length === 0) return 0;
  const keys = all.map(({ key }) => key);
  const known = new Set(
    (await tx.query<{ id: string }>(`SELECT id FROM delivery WHERE id IN (${placeholders(keys)})`, keys)).map(
      ({ id }) => id,
    ),
  );
  const added = all.filter(({ key }) => !known.has(key));
  const rows = added.map(({ key, kind, subjectId, userId, forTime, payload }) => [
    key,
    kind,
    subjectId,
    userId ?? null,
    forTime,
    payload === undefined ? null : JSON.stringify(payload),
    now,
    now,
    0,
  ]);
  if (rows.length > 0) await insertRows(tx, 'delivery', COLUMNS, rows);
  return added.length;
}
