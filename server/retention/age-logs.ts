import { type Day, startOfDay } from '../../shared/domain/calendar';
import { execute, select } from '../db/statements';
import type { Database, Tx } from '../db/database';
import { monthsToStore, storeMonthsBefore } from '../rollups';
import {
  agingProducts,
  deleteArchived,
  forgetLogs,
  mustArchive,
  mustForget,
  mustSeal,
  type Aging,
} from './forget-logs';

/**
 * With this many stale visitors the check for old ones is skipped; the horizon waits until they are derived.
 */
const BACKLOG = 5000;

/** True while days that are due to be sealed still have rows to derive or to roll up. */
async function hasPendingWork(tx: Tx, { productId, due }: Aging): Promise<boolean> {
  const marks = await select<{ since: number }>(tx)`SELECT since FROM stale_visitor
    WHERE product_id = ${productId} ORDER BY visitor_id LIMIT ${BACKLOG}`;
  if (marks.length === BACKLOG || marks.some(({ since }) => since < startOfDay(due.sealedBefore)))
    return true;
  const days = await select(tx)`SELECT day FROM stale_day WHERE product_id = ${productId}
    AND day < ${due.sealedBefore} LIMIT 1`;
  if (days.length > 0) return true;
  // Journeys that begin in deleted days can no longer be read.
  return (await monthsToStore(tx, productId, due.forgetBefore)).length > 0;
}

/**
 * Seals the due days in the caller's transaction. After its commit, events of these days are rejected.
 * @returns false, without changes, if the metrics of these days are still pending
 */
async function advanceHorizon(tx: Tx, aging: Aging): Promise<boolean> {
  const { productId, due } = aging;
  // Waits for transactions that store old events. It comes before any read, so their rows are visible below.
  const updated = await execute(tx)`UPDATE log_horizon SET longest_term = longest_term
    WHERE product_id = ${productId}`;
  if (updated === 0) {
    await execute(tx)`INSERT INTO log_horizon (product_id, sealed_before, forget_before, kept_from,
      longest_term) VALUES (${productId}, 0, 0, 0, 0)`;
  }
  if (await hasPendingWork(tx, aging)) return false;
  await execute(tx)`UPDATE log_horizon
    SET sealed_before = ${due.sealedBefore}, forget_before = ${due.forgetBefore}, longest_term =
    ${due.longestTerm} WHERE product_id = ${productId}`;
  return true;
}

/** Stores the journeys of the months whose logs are due to be deleted. Call it before `ageLogs`. */
export async function storeLeavingMonths(
  db: Database,
  productId: number,
  today: Day,
  confirm?: (tx: Tx) => Promise<void>,
): Promise<void> {
  const aging = (await agingProducts(db.readOnlyTx, today)).find((each) => each.productId === productId);
  if (aging) await storeMonthsBefore(db, productId, aging.due.forgetBefore, confirm);
}

/** Lists the products that have days to seal or to archive, or raw logs to delete today. */
export async function productsToAge(tx: Pick<Tx, 'query' | 'archive'>, today: Day): Promise<number[]> {
  const products = await agingProducts(tx, today);
  return products
    .filter((aging) => mustSeal(aging) || mustForget(aging) || mustArchive(aging))
    .map(({ productId }) => productId);
}

/**
 * Runs one step of log retention: deletes rows beyond the stored horizon first, then advances the horizon.
 * @returns false if the horizon must wait for derived metrics
 */
export async function ageLogs(tx: Tx, productId: number, today: Day, most: number): Promise<boolean> {
  const aging = (await agingProducts(tx, today)).find((each) => each.productId === productId);
  if (!aging) return true;
  if (aging.oldest <= aging.archived) {
    await deleteArchived(tx, productId, aging.archived, most);
    return true;
  }
  if (!mustForget(aging)) return mustSeal(aging) ? advanceHorizon(tx, aging) : true;
  const rawLogsFrom = await forgetLogs(tx, productId, {
    from: aging.rawLogsFrom,
    before: aging.current.forgetBefore,
    most,
  });
  await tx.execute('UPDATE log_horizon SET kept_from = ? WHERE product_id = ?', [rawLogsFrom, productId]);
  return true;
}
