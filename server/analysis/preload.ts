import { grantOf, rightKeys, RoleType } from '../../shared/catalog';
import { addDays, dayOf, lastDays } from '../../shared/domain/calendar';
import { recordOf } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { createTrafficYield } from '../backpressure/traffic-load';
import type { Database } from '../db/database';
import { adRanking } from './ad-ranking';
import { busiestProduct, preloadCvInfo } from './cv-info/numbered-conversions';
import { readDailyMetrics } from './daily';
import { reportKeys, reports } from './reports';

const DAYS = 30;

/**
 * Prepares a started server for its first user: reads each report of the product with the most conversions
 * once, which opens connections, prepares statements and compiles code. Then preloads CV information. Yields to
 * traffic.
 */
export async function preload(db: Database, now: number, signal: AbortSignal): Promise<void> {
  const product = await busiestProduct(db, now);
  if (!product) return;
  const productId = product.id;
  const { from: dateFrom, to: dateTo } = lastDays(DAYS, addDays(dayOf(now), -1));
  const actor: Actor = {
    userId: 0,
    companyId: product.companyId,
    role: RoleType.ADMIN,
    agencyId: null,
    productIds: [productId],
    grants: recordOf(rightKeys, (key) => grantOf(key, RoleType.ADMIN)),
    family: '',
  };
  const input = { productId, dateFrom, dateTo };
  const yieldNow = createTrafficYield();
  const readings = [
    () => readDailyMetrics(db, actor, input, now),
    () => adRanking(db, actor, { ...input, measure: 'cvTotalFinal', size: 1 }, now),
    ...reportKeys.map((key) => () => reports[key].read(db, actor, { ...input, pageSize: 1 }, now)),
  ];
  for (const read of readings) {
    if (signal.aborted) return;
    await read();
    await yieldNow();
  }
  await preloadCvInfo(db, now, signal);
}
