import { CvCounting, CvType } from '../../shared/catalog';
import { addDays, dayOf } from '../../shared/domain/calendar';
import { DAY_MS } from '../../shared/domain/journey';
import { insertRows, type Tx } from '../db/database';
import { execute, select } from '../db/statements';
import { groupBy } from '../platform/group-by';

/**
 * Networks with imported costs: the actual price of a click relative to the setting, the counted clicks
 * relative to ours, impressions per click, the click window in days, whether a click has one conversion only, and
 * the share of view-through conversions.
 */
const REPORTED = [
  { asp: 'ツナガルSNS', dearer: 1.12, counted: 1.06, perClick: 95, window: 7, once: true, views: 0.14 },
  { asp: 'ミルムービー', dearer: 0.94, counted: 1.02, perClick: 210, window: 30, once: false, views: 0.22 },
] as const;

/** Imported days, up to yesterday. */
const DAYS = 92;
const MAPPING = {
  day: '日付',
  ad: '広告名',
  adBy: 'name',
  cost: '費用',
  impressions: '表示回数',
  clicks: 'クリック数',
  conversions: 'コンバージョン',
  viewThrough: 'ビュースルー コンバージョン',
};

interface AdDay {
  ad_id: number;
  day: number;
  clicks: number;
  cost_sen: number;
}

/** Variation by day and ad, identical at each start: from -0.08 to 0.08. */
const variation = (adId: number, day: number): number =>
  (((adId * 7919 + day * 104_729) % 1601) - 800) / 10_000;

/** One of so many clicks has lost its click id on the way. */
const LOST_CLICK_ID = 19;

/** Counts conversions as the medium does: on the day of the ad's last click within its window, by ad and day. */
async function countConversions(
  tx: Tx,
  productId: number,
  adIds: readonly number[],
  { from, days, once }: { readonly from: number; readonly days: number; readonly once: boolean },
) {
  type Pair = Record<'ad_id' | 'day' | 'time' | 'conversion_id', number> & { id: string };
  const pairs = await select<Pair>(
    tx,
  )`SELECT i.id, i.ad_id, i.day, i.time, c.id AS conversion_id FROM conversion c
    JOIN interaction i ON i.product_id = c.product_id AND i.visitor_id = c.visitor_id AND i.time <= c.time
    AND i.time >= c.time - ${days * DAY_MS} WHERE c.product_id = ${productId} AND c.cv_type = ${CvType.LAST_CV}
    AND c.day >= ${from} AND i.xclid IS NOT NULL AND i.ad_id IN ${adIds}`;
  const counts = new Map<string, number>();
  const taken = new Set<string>();
  for (const clicks of groupBy(pairs, (pair) => `${pair.conversion_id}/${pair.ad_id}`).values()) {
    const last = clicks.reduce((a, b) => (Number(b.time) > Number(a.time) ? b : a));
    if (once && taken.has(last.id)) continue;
    taken.add(last.id);
    const key = `${last.ad_id}/${last.day}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Stores three months of media costs for some ads, above or below their click price, with conversions. */
export async function storeMediaCosts(tx: Tx, productId: number, now: number): Promise<void> {
  const yesterday = addDays(dayOf(now), -1);
  const first = addDays(yesterday, 1 - DAYS);
  for (const { asp, dearer: priceFactor, counted: clickFactor, perClick, window, once, views } of REPORTED) {
    const days = await select<AdDay>(tx)`SELECT i.ad_id, i.day, COUNT(*) AS clicks,
      SUM(i.cost_sen) AS cost_sen FROM interaction i JOIN ad a ON a.id = i.ad_id
      JOIN asp s ON s.id = a.asp_id WHERE i.product_id = ${productId} AND s.asp_name = ${asp}
      AND i.day BETWEEN ${first} AND ${yesterday} GROUP BY i.ad_id, i.day`;
    if (days.length === 0) continue;
    const adIds = [...new Set(days.map(({ ad_id: id }) => id))];
    await execute(tx)`UPDATE interaction SET xclid = id WHERE product_id = ${productId}
      AND day >= ${addDays(first, -window)} AND time % ${LOST_CLICK_ID} > 0 AND ad_id IN ${adIds}`;
    const conversions = await countConversions(tx, productId, adIds, { from: first, days: window, once });
    const source = await tx.insert(
      'INSERT INTO media_source (version, created_at, updated_at, product_id, source_name, mapping, click_window_days, counting) VALUES (1, ?, ?, ?, ?, ?, ?, ?)',
      [
        ...[now, now, productId, asp, JSON.stringify(MAPPING), window],
        once ? CvCounting.ONE_PER_CLICK : CvCounting.EVERY,
      ],
    );
    await insertRows(
      tx,
      'media_cost',
      [
        ...(['product_id', 'day', 'ad_id', 'source_id', 'cost_sen', 'impressions', 'clicks'] as const),
        ...(['conversions', 'view_through', 'imported_at'] as const),
      ],
      days.map(({ ad_id: adId, day, clicks, cost_sen: sen }) => {
        const reported = Math.round(Number(clicks) * (clickFactor + variation(adId, day)));
        // Media bill in whole yen.
        const cost = Math.round((Number(sen) * (priceFactor + variation(day, adId))) / 100) * 100;
        const count = conversions.get(`${adId}/${day}`) ?? 0;
        // Spread over the days by their variation, so that small counts have some, too.
        const viewThrough = Math.max(0, Math.round(count * views + 5 * variation(day, adId + 3)));
        const modelled = variation(adId + 7, day) > 0.07 ? 1 : 0;
        const impressions = Math.round(reported * perClick * (1 + 2 * variation(adId + 1, day)));
        return [
          ...[productId, day, adId, source, cost, impressions, reported],
          ...[count + viewThrough + modelled, viewThrough, now],
        ];
      }),
    );
  }
}
