import type { Day } from '../../shared/domain/calendar';
import type { Tx } from '../db/database';
import { advanceHorizon } from './advance-horizon';
import { forgetLogs } from './forget-logs';
import { agingProducts, mustForget, mustSeal } from './horizon-rows';

/** Lists the products that have days to seal or raw logs to delete today. */
export async function productsToAge(tx: Pick<Tx, 'query'>, today: Day): Promise<number[]> {
  const products = await agingProducts(tx, today);
  return products.filter((aging) => mustSeal(aging) || mustForget(aging)).map(({ productId }) => productId);
}

/**
 * Runs one step of log retention: deletes rows beyond the stored horizon first, then advances the horizon.
 * @returns false if the horizon must wait for derived metrics
 */
export async function ageLogs(tx: Tx, productId: number, today: Day, most: number): Promise<boolean> {
  const aging = (await agingProducts(tx, today)).find((each) => each.productId === productId);
  if (!aging) return true;
  if (!mustForget(aging)) return mustSeal(aging) ? advanceHorizon(tx, aging) : true;
  const rawLogsFrom = await forgetLogs(tx, productId, {
    from: aging.rawLogsFrom,
    before: aging.current.forgetBefore,
    most,
  });
  await tx.execute('UPDATE log_horizon SET kept_from = ? WHERE product_id = ?', [rawLogsFrom, productId]);
  return true;
}
