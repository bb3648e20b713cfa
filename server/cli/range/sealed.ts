import { formatDay, type Day } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { sealedBefore } from '../../retention';

/** The first day of a product that is not sealed; a range that begins before it is told so on standard error. */
export const firstOpenDay = async (db: Database, productId: number, from: Day): Promise<Day> => {
  const sealed = await sealedBefore(db.reading, productId);
  if (from < sealed)
    console.error(
      `product ${productId}: days before ${formatDay(sealed)} are sealed: their contacts are no longer kept, their figures stand`,
    );
  return sealed;
};
