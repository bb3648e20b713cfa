import { addDays, dayOf, lastDays, startOfWeek, DAYS_A_WEEK } from '../../../shared/domain/calendar';
import { productReader } from '../../auth/actor';
import { reports } from '../../analysis';
import { insertRows, type Database } from '../../db/database';
import { select } from '../../db/statements';
import { Experiment } from '../../settings/experiment/experiment.entity';
import { newRow } from './new-row';

const DAYS = 30;
const MONDAY = 1;

/** Stores the plan of an on/off test of the first product's ad with the highest cost, from next Monday. */
export async function createExperiments(db: Database, now: number): Promise<void> {
  const { from, to } = lastDays(DAYS, dayOf(now));
  const [product] = await select<{ id: number; companyId: number }>(db)`SELECT id, company_id AS companyId
    FROM product ORDER BY id LIMIT 1`;
  if (!product) return;
  const { id: productId, companyId } = product;
  const { results } = await reports.adSummaries.read(
    db,
    productReader({ companyId, productId }),
    { productId, dateFrom: from, dateTo: to, axis: ['ad'], sortName: 'ad_cost', sortAsc: false },
    now,
  );
  const ad = results.find(({ adId, figures }) => adId && figures.cvTotalFinal);
  if (!ad?.adId) return;
  const firstDay = startOfWeek(addDays(dayOf(now), DAYS_A_WEEK), MONDAY);
  const adId = ad.adId;
  await db.write(async (tx) => {
    const { id } = await tx.manager.save(
      newRow(Experiment, { productId, title: `${ad.ad ?? ''} 停止テスト`, firstDay }),
    );
    await insertRows(tx, 'experiment_ad', ['experiment_id', 'ad_id', 'is_off'], [[id, adId, 1]]);
  });
}
