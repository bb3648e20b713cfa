import type { Database } from '../../server/db/database';
import { newRow } from '../../server/db/demo/settings/new-row';
import { settle } from '../../server/jobs';
import { ingest } from '../../server/journeys';
import type { ClickEvent } from '../../server/journeys/events/incoming-event';
import { Company } from '../../server/settings/company/company.entity';
import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import { makeAds } from '../lists/many-ads';

const AT_ONCE = 1000;

/**
 * Creates a company with one product and this many ads. Each ad gets one click yesterday, so the report has
 * as many rows.
 */
export const makeManyRows = async (
  db: Database,
  count: number,
): Promise<{ companyId: number; productId: number }> => {
  const { id: companyId } = await db.write(({ manager }) =>
    manager.save(newRow(Company, { divName: 'Bench' })),
  );
  const productId = await makeAds(db, companyId, count);
  const ads = await db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ? ORDER BY id', [
    productId,
  ]);
  const noon = startOfDay(addDays(dayOf(Date.now()), -1)) + 12 * 3_600_000;
  const clicks = ads.map(({ id }, index): ClickEvent => ({
    productId,
    id: `click-${id}`,
    time: noon + index,
    door: 'import',
    ip: null,
    ua: null,
    type: 'click',
    visitorId: `visitor-${id}`,
    adId: id,
    redirectId: 0,
    lpoEntryId: 0,
    params: null,
    landingUrl: null,
    cost: null,
    xclid: null,
    ses: null,
    key1: null,
    key2: null,
    key3: null,
  }));
  for (let start = 0; start < clicks.length; start += AT_ONCE)
    await db.write((tx) => ingest(tx, clicks.slice(start, start + AT_ONCE)));
  await settle(db);
  return { companyId, productId };
};
