import { formatDay, type Day } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { sealedBefore } from '../../journeys';

/**
 * Returns the first day of a product that isn't sealed. Warns on standard error if the range starts earlier.
 */
export const firstOpenDay = async (db: Database, productId: number, from: Day): Promise<Day> => {
  const sealed = await sealedBefore(db.readOnlyTx, productId);
  if (from < sealed)
    console.error(
      `product ${productId}: days before ${formatDay(sealed)} are sealed: their contacts are deleted, their metrics are final`,
    );
  return sealed;
};
