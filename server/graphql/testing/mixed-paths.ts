import type { ApiServer } from '../../composition/testing/api-server';
import { EVENT_TIME } from '../../composition/testing/api-world';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';

const HOUR = 3_600_000;
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

/** Adds two ads of two agencies in one path, a returning customer, and a direct conversion. */
export async function addMixedPaths(api: ApiServer): Promise<void> {
  const { product, ads, redirects, cvSetting } = api.world.open;
  const base = {
    productId: product,
    door: 'import',
    ip: '203.0.113.9',
    ua: IPAD,
    visitorId: 'mix',
  } as const;
  const click = (id: string, hours: number, i: 0 | 1): IncomingEvent => ({
    ...base,
    type: 'click',
    id,
    time: EVENT_TIME + hours * HOUR,
    adId: ads[i],
    redirectId: redirects[i],
    lpoEntryId: 0,
    params: null,
    landingUrl: null,
    cost: null,
    xclid: null,
    ses: null,
    key1: null,
    key2: null,
    key3: null,
  });
  const order = (id: string, hours: number, visitorId: string): IncomingEvent => ({
    ...base,
    visitorId,
    type: 'conversion',
    id,
    time: EVENT_TIME + hours * HOUR,
    interactionRef: null,
    cvSettingId: cvSetting,
    amount: 100,
    userId: null,
    args: null,
    otherKey1: null,
    otherKey2: null,
    otherKey3: null,
    url: null,
    referrer: null,
  });
  const { db } = api.database;
  await db.write((tx) =>
    ingest(tx, [
      click('m1', 0, 0),
      click('m2', 1, 1),
      order('first', 2, 'mix'),
      click('m3', 3, 0),
      order('again', 4, 'mix'),
      order('direct', 5, 'none'),
    ]),
  );
  await settle(db);
}
