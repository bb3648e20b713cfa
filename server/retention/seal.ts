import { startOfDay, type Day } from '../../shared/domain/calendar';
import type { Tx } from '../db/database';

/** The first open day of a product: contacts of the days before are sealed; 0 where none are. */
export async function sealedBefore(tx: Pick<Tx, 'query'>, productId: number): Promise<Day> {
  const [row] = await tx.query<{ sealed_before: Day }>(
    'SELECT sealed_before FROM log_horizon WHERE product_id = ?',
    [productId],
  );
  return row?.sealed_before ?? 0;
}

const fromDay = (day: Day | undefined): number => (day ? startOfDay(day) : -Infinity);

/** Where it begins, in epoch milliseconds; before everything where nothing is sealed. */
export async function openFrom(tx: Pick<Tx, 'query'>, productId: number): Promise<number> {
  return fromDay(await sealedBefore(tx, productId));
}

/** The same for who stores events: nobody seals their days until the transaction ends. */
export async function openFromUntilStored(
  tx: Pick<Tx, 'query' | 'locks'>,
  productId: number,
): Promise<number> {
  const lock = tx.locks ? ' LOCK IN SHARE MODE' : '';
  const [row] = await tx.query<{ sealed_before: Day }>(
    `SELECT sealed_before FROM log_horizon WHERE product_id = ?${lock}`,
    [productId],
  );
  return fromDay(row?.sealed_before);
}
