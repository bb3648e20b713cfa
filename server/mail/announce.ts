import { insertRows, placeholders, type Tx } from '../db/database';

/** What is to go out, and when. */
export interface Announced {
  /** What it is and for when: at most 128 characters of ASCII. Whatever has the same key is the same. */
  readonly key: string;
  readonly kind: string;
  readonly subjectId: number;
  readonly userId?: number | null;
  /** Epoch milliseconds: the time that it is of. */
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
 * Writes down what is to go out, but nothing that was written down before. Two transactions that find the same at the
 * same time can't both be stored: the second is run again by the database and finds it known.
 * @returns how many were new
 */
export async function announce(tx: Tx, given: readonly Announced[], now: number): Promise<number> {
  const all = [...new Map(given.map((one) => [one.key, one])).values()];
  if (all.length === 0) return 0;
  const keys = all.map(({ key }) => key);
  const known = new Set(
    (await tx.query<{ id: string }>(`SELECT id FROM delivery WHERE id IN (${placeholders(keys)})`, keys)).map(
      ({ id }) => id,
    ),
  );
  const fresh = all.filter(({ key }) => !known.has(key));
  const rows = fresh.map(({ key, kind, subjectId, userId, forTime, payload }) => [
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
  return fresh.length;
}
