import { addDays, dayOf } from '../../shared/domain/calendar';
import { insertRows, type Tx } from '../db/database';

/**
 * Networks with imported costs: the actual price of a click relative to the setting, the counted clicks
 * relative to ours, and impressions per click.
 */
const REPORTED = [
  { asp: 'ツナガルSNS', dearer: 1.12, counted: 1.06, perClick: 95 },
  { asp: 'ミルムービー', dearer: 0.94, counted: 1.02, perClick: 210 },
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

/** Stores three months of media costs for some ads, above or below their click price. */
export async function storeMediaCosts(tx: Tx, productId: number, now: number): Promise<void> {
  const yesterday = addDays(dayOf(now), -1);
  for (const { asp, dearer: priceFactor, counted: clickFactor, perClick } of REPORTED) {
    const days = await tx.query<AdDay>(
      `SELECT i.ad_id, i.day, COUNT(*) AS clicks, SUM(i.cost_sen) AS cost_sen
        FROM interaction i JOIN ad a ON a.id = i.ad_id JOIN asp s ON s.id = a.asp_id
        WHERE i.product_id = ? AND s.asp_name = ? AND i.day BETWEEN ? AND ? GROUP BY i.ad_id, i.day`,
      [productId, asp, addDays(yesterday, 1 - DAYS), yesterday],
    );
    if (days.length === 0) continue;
    const source = await tx.insert(
      'INSERT INTO media_source (version, created_at, updated_at, product_id, source_name, mapping) VALUES (1, ?, ?, ?, ?, ?)',
      [now, now, productId, asp, JSON.stringify(MAPPING)],
    );
    await insertRows(
      tx,
      'media_cost',
      ['product_id', 'day', 'ad_id', 'source_id', 'cost_sen', 'impressions', 'clicks', 'imported_at'],
      days.map(({ ad_id: adId, day, clicks, cost_sen: sen }) => {
        const reported = Math.round(Number(clicks) * (clickFactor + variation(adId, day)));
        // Media bill in whole yen.
        const cost = Math.round((Number(sen) * (priceFactor + variation(day, adId))) / 100) * 100;
        return [
          productId,
          day,
          adId,
          source,
          cost,
          Math.round(reported * perClick * (1 + 2 * variation(adId + 1, day))),
          reported,
          now,
        ];
      }),
    );
  }
}
