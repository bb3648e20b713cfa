import type { Tx } from '../../db/database';
import { candidatesOf } from './candidates';
import { conversionsOf, finishDue, readDue } from './due-conversions';
import { judgeAll } from './judging';
import { storeResults } from './store-results';

/**
 * Makes the results of the earliest conversions that wait for theirs, in (time, id) order, within the caller's transaction.
 * What an ad is asked by is in force now: its flag, method, cost and rules; whatever changes later leaves results as they
 * are made.
 *
 * @param most conversions
 * @returns how many conversions are done; 0 when none waits, or all of them for visitors that are not derived yet.
 */
export async function makeResults(
  tx: Tx,
  productId: number,
  most: number,
  now = Date.now(),
): Promise<number> {
  const dues = await readDue(tx, productId, most);
  const conversions = dues.flatMap(({ conversion }) => conversion ?? []);
  const untold = new Map(dues.map(({ row, conversion }) => [conversion?.id, row.untold]));
  const judged = await judgeAll(tx, productId, await candidatesOf(tx, productId, conversions));
  await storeResults(tx, productId, judged, ({ conversion }) => untold.get(conversion.id) ?? null, now);
  await finishDue(tx, productId, dues, now);
  return dues.length;
}

/** Makes the results of one conversion alone, whatever waits before it: for what is taken back, a rehearsal. */
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
    await judgeAll(tx, productId, await candidatesOf(tx, productId, conversions)),
    () => null,
    now,
  );
}
