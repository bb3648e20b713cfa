import type { Tx } from '../../db/database';
import { candidatesOf } from './candidates';
import { conversionsOf, finishDue, readDue } from './due-conversions';
import { evaluateCandidates } from './evaluate-candidates';
import { storeResults } from './store-results';

/**
 * Creates the results of the earliest queued conversions in (time, id) order, within the caller's
 * transaction. Uses the current settings of each ad: flag, method, cost and rules. Later changes leave
 * created results unchanged.
 * @param most maximum number of conversions
 * @returns the number of processed conversions; 0 if none is queued or all wait for visitors to be derived
 */
export async function makeResults(
  tx: Tx,
  productId: number,
  most: number,
  now = Date.now(),
): Promise<number> {
  const dues = await readDue(tx, productId, most);
  const conversions = dues.flatMap(({ conversion }) => conversion ?? []);
  const noPostbackReasons = new Map(dues.map(({ row, conversion }) => [conversion?.id, row.untold]));
  const evaluated = await evaluateCandidates(tx, productId, await candidatesOf(tx, productId, conversions));
  await storeResults(
    tx,
    productId,
    evaluated,
    ({ conversion }) => noPostbackReasons.get(conversion.id) ?? null,
    now,
  );
  await finishDue(tx, productId, dues, now);
  return dues.length;
}

/** Creates the results of one conversion out of order, for a link test that is rolled back. */
export async function makeResultsOf(
  tx: Tx,
  productId: number,
  conversion: { readonly cv_setting_id: number; readonly event_id: string },
  now: number,
): Promise<void> {
  const conversions = [...(await conversionsOf(tx, productId, [conversion])).values()];
  await storeResults(
    tx,
    productId,
    await evaluateCandidates(tx, productId, await candidatesOf(tx, productId, conversions)),
    () => null,
    now,
  );
}
