import type { Database } from '../db/database';
import { DAY_MS } from '../../shared/domain/journey';
import { fromIndex } from '../db/condition';
import type { ListArgs } from './list-args';

/** Times in epoch milliseconds, inclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Milliseconds that a step of a search should take, and how much longer the next step can be. */
const STEP_MS = 80;
const MAX_GROWTH = 8;
/** Shortest step in the archive, where each one opens files first. */
const ARCHIVE_LENGTH = 31 * DAY_MS;

/** Returns the times of the products' first and last rows within the requested time; null if there is none. */
export async function timesOf(
  db: Database,
  { table, byTime, time }: { table: string; byTime: string; time: string },
  products: readonly number[],
  { timeFrom, timeTo }: Pick<ListArgs, 'timeFrom' | 'timeTo'>,
): Promise<TimeRange | null> {
  const end = (direction: 'ASC' | 'DESC') =>
    `(SELECT ${time} FROM ${fromIndex(db.dialect, table, byTime)} WHERE e.product_id = ? ORDER BY ${time} ${direction} LIMIT 1)`;
  let [from, to] = [Infinity, -Infinity];
  for (const productId of products) {
    const rows = await db.read<{ first: number | null; last: number | null }>(
      `SELECT ${end('ASC')} AS first, ${end('DESC')} AS last`,
      [productId, productId],
    );
    from = Math.min(from, ...rows.map(({ first }) => first ?? Infinity));
    to = Math.max(to, ...rows.map(({ last }) => last ?? -Infinity));
  }
  from = Math.max(from, timeFrom?.getTime() ?? -Infinity);
  to = Math.min(to, timeTo?.getTime() ?? Infinity);
  return from <= to ? { from, to } : null;
}

/**
 * Yields the parts of a time range one by one, from its end or (`asc`) from its start. The time that each part
 * takes decides the length of the next one.
 */
export function* timeSlices({ from, to }: TimeRange, asc: boolean, inArchive = false): Generator<TimeRange> {
  let length = inArchive ? ARCHIVE_LENGTH : DAY_MS;
  const shortest = inArchive ? ARCHIVE_LENGTH : 1000;
  let [start, end] = [from, to];
  while (start <= end) {
    const slice = asc
      ? { from: start, to: Math.min(end, start + length - 1) }
      : { from: Math.max(start, end - length + 1), to: end };
    const begun = performance.now();
    yield slice;
    const growth = STEP_MS / Math.max(performance.now() - begun, 1);
    length = Math.max(shortest, Math.round(length * Math.min(MAX_GROWTH, growth)));
    if (asc) start = slice.to + 1;
    else end = slice.from - 1;
  }
}
