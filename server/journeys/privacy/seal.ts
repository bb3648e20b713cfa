import { startOfDay, type Day } from '../../../shared/domain/calendar';
import type { Tx } from '../../db/database';

/** Returns the first open day of a product; contacts of earlier days are sealed. 0 if no day is sealed. */
export async function sealedBefore(tx: Pick<Tx, 'query'>, productId: number): Promise<Day> {
  const [row] = await tx.query<{ sealed_before: Day }>(
    'SELECT sealed_before FROM log_horizon WHERE product_id = ?',
    [productId],
  );
  return row?.sealed_before ?? 0;
}

const fromDay = (day: Day | undefined): number => (day ? startOfDay(day) : -Infinity);

/** Returns the start of the first open day in epoch milliseconds; -Infinity if no day is sealed. */
export async function openFrom(tx: Pick<Tx, 'query'>, productId: number): Promise<number> {
  return fromDay(await sealedBefore(tx, productId));
}

/** Like `openFrom`, for code that stores events: locks the horizon until the transaction ends. */
export async function lockOpenFrom(tx: Pick<Tx, 'query' | 'needsLocks'>, productId: number): Promise<number> {
  const lock = tx.needsLocks ? ' LOCK IN SHARE MODE' : '';
  const [row] = await tx.query<{ sealed_before: Day }>(
    `SELECT sealed_before FROM log_horizon WHERE product_id = ?${lock}`,
    [productId],
  );
  return fromDay(row?.sealed_before);
}
