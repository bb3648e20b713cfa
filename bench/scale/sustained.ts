import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ClickEvent, ConversionEvent, ViewEvent } from '../../server/journeys';
import { clickRow, conversionRow, refRow, viewRow, storeRows } from '../../server/journeys/ingest/rows';
import { SettingsInUse } from '../../server/journeys/ingest/current-settings';
import { newEventId } from '../../server/platform/event-id';
import type { Measurement } from '../goals';
import { alternate, summarize } from '../measure';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';
import { readTodayTotals } from './today-totals';
import type { Visits } from './visits';

const VISITS = 40_000;
/** One conversion for every 25 clicks. */
const CONVERSION_EACH = 25;
const EVENTS = 2 * VISITS + VISITS / CONVERSION_EACH;
const ROUNDS = 2;
/** Rows in one transaction of the insert-only side. */
const BATCH_ROWS = 1000;
const PATIENCE_MS = 180_000;
const UA = 'Mozilla/5.0 (Windows NT 10.0) Chrome/131.0.0.0 Safari/537.36';

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/**
 * Concurrent visitors. Each waits for its responses, as browsers do. A page's request is answered once it is
 * stored.
 */
const AT_ONCE = 256;

let runs = 0;

/**
 * Measures events per second from the first request until today's report contains all of them. Adds the rate
 * of the responses to `answered`.
 */
const measureVisits = async (
  data: ScaleData,
  { port, reader }: ProductProcess,
  answered: number[],
): Promise<number> => {
  runs += 1;
  const before = await readTodayTotals(reader, data.fresh);
  const child = fork(join(__dirname, 'visits.ts'), { execArgv: ['--import', 'tsx'] });
  const visits: Visits = {
    port,
    path: `/r/${data.freshCode}`,
    productId: data.fresh,
    visits: VISITS,
    connections: AT_ONCE,
    conversionEach: CONVERSION_EACH,
    name: `visits${runs}`,
  };
  await once(child, 'spawn');
  const start = performance.now();
  child.send(visits);
  const ended = once(child, 'exit');
  await ended;
  if (child.exitCode !== 0) throw new Error('the visits failed');
  answered.push((EVENTS * 1000) / (performance.now() - start));
  for (const deadline = performance.now() + PATIENCE_MS; ; await pause(100)) {
    const seen = await readTodayTotals(reader, data.fresh);
    const missing = [
      seen.clicks - before.clicks - VISITS,
      seen.views - before.views - VISITS,
      seen.conversions - before.conversions - VISITS / CONVERSION_EACH,
    ];
    if (missing.every((each) => each === 0)) return (EVENTS * 1000) / (performance.now() - start);
    if (performance.now() > deadline)
      throw new Error(`the report lacks visits: ${missing.join(', ')} (clicks, views, conversions)`);
  }
};

const MEDIA = { xclid: null, ses: null, key1: null, key2: null, key3: null };

/** Inserts the prepared rows of the same number of visits. */
const insertOnly = async ({ db, redirectProduct: productId, adId }: ScaleData): Promise<number> => {
  const settings = (await new SettingsInUse(db.readOnlyTx).of(productId, [adId]))!;
  const [cvSettingId, cvSetting] = [...settings.cvSettings].find(([, { cvType }]) => cvType === 1)!;
  const now = Date.now();
  const base = () => ({
    productId,
    id: newEventId(now),
    time: now,
    ip: '203.0.113.9',
    ua: UA,
    visitorId: newEventId(now),
  });
  const clicks = Array.from({ length: VISITS }, (): ClickEvent => ({
    ...base(),
    ...MEDIA,
    type: 'click',
    door: 'redirect',
    adId,
    redirectId: 0,
    lpoEntryId: 0,
    params: null,
    landingUrl: null,
    cost: null,
  }));
  const url = 'https://shop.example/lp?from=ad';
  const views = clicks.map((click): ViewEvent => ({
    ...base(),
    ...MEDIA,
    type: 'view',
    door: 'collect',
    url,
    referrer: null,
    title: 'Landing',
    interactionRef: click.id,
    landingAdId: null,
  }));
  const conversions = views.slice(0, VISITS / CONVERSION_EACH).map((view): ConversionEvent => ({
    ...base(),
    visitorId: view.visitorId,
    type: 'conversion',
    door: 'collect',
    interactionRef: null,
    cvSettingId,
    amount: 5000,
    userId: null,
    args: null,
    otherKey1: null,
    otherKey2: null,
    otherKey3: null,
    url,
    referrer: null,
  }));
  // Excluded rows don't change the reports of the other side.
  const ad = settings.ads.get(adId)!;
  const tables = [
    ['interaction', 'id', clicks.map((event) => clickRow(event, ad, settings, 'bench', now))],
    ['access', 'id', views.map((event) => viewRow(event, 'bench', now))],
    ['access_ref', 'access_id', views.map(refRow)],
    [
      'conversion',
      'event_id',
      conversions.map((event) =>
        conversionRow(event, event.visitorId ?? '', cvSetting, settings, 'bench', now, null),
      ),
    ],
  ] as const;
  const start = performance.now();
  for (const [table, key, rows] of tables) {
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      await db.write((tx) => storeRows<string>(tx, table, key, rows.slice(from, from + BATCH_ROWS)));
    }
  }
  return (EVENTS * 1000) / (performance.now() - start);
};

/** Measures visits through the endpoints of the running product against bare inserts of their rows. */
export const measureSustained = async (data: ScaleData, product: ProductProcess): Promise<Measurement> => {
  const answered: number[] = [];
  const { ours, base, ratio } = await alternate(
    ROUNDS,
    () => measureVisits(data, product, answered),
    () => insertOnly(data),
  );
  const detail = `${ours.median.toFixed(0)}/s / ${base.median.toFixed(0)}/s, ${EVENTS} events a round, answered at ${summarize(answered).median.toFixed(0)}/s`;
  return { goal: 'sustained', where: data.where, value: ratio, detail };
};
