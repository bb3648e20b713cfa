import { conversionFields } from '../../shared/catalog/media';
import { endOfDay, startOfDay, type Day, type DayRange } from '../../shared/domain/calendar';
import { feeOfRange } from '../../shared/domain/cost';
import { startInZone, type DayOf } from '../../shared/domain/gap';
import { withArchive } from '../db/archive/with-archive';
import type { Database } from '../db/database';
import { select, sql } from '../db/statements';
import type { KnownAd } from '../facts/labels';
import { feesOfAds } from '../facts/whole-costs';
import { COUNTED_OR_EXCLUDED, hasClickIdSql } from './read-conversions';

/** What a source reports on an ad and day. */
export interface MediaDay {
  readonly adId: number;
  readonly day: Day;
  readonly cost: number;
  readonly clicks: number;
  /** Null: not in the file. */
  readonly conversions: number | null;
  readonly viewThrough: number | null;
}

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));

/** Reads what a source reports on days. */
export async function readMediaDays(
  db: Database,
  productId: number,
  sourceId: number,
  { from, to }: DayRange,
): Promise<MediaDay[]> {
  type Row = Record<'ad_id' | 'day' | 'cost_sen' | 'clicks', number> &
    Record<'conversions' | 'view_through', number | null>;
  const rows = await select<Row>(db)`SELECT ad_id, day, cost_sen, clicks, conversions, view_through
    FROM media_cost WHERE product_id = ${productId} AND source_id = ${sourceId}
    AND day BETWEEN ${from} AND ${to} ORDER BY day, ad_id`;
  return rows.map((row) => ({
    ...{ adId: row.ad_id, day: row.day, cost: Number(row.cost_sen) / 100, clicks: Number(row.clicks) },
    ...{ conversions: numberOf(row.conversions), viewThrough: numberOf(row.view_through) },
  }));
}

/** Returns whether a source ever reported conversions. */
export async function reportsConversions(
  db: Database,
  productId: number,
  sourceId: number,
): Promise<boolean> {
  const known = conversionFields[0];
  const rows = await select<{ day: Day }>(db)`SELECT day FROM media_cost WHERE product_id = ${productId}
    AND source_id = ${sourceId} AND ${sql(known)} IS NOT NULL LIMIT 1`;
  return rows.length > 0;
}

/** Clicks of an ad as we count them, and with one more rule of the medium each; and their cost in yen. */
export interface AdClicks {
  readonly ours: number;
  readonly exclusions: number;
  readonly clickId: number;
  readonly timeZone: number;
  readonly cost: number;
}

/** Counts the clicks of ads in a range, by ad. */
export async function readClicks(
  db: Database,
  productId: number,
  adIds: Iterable<number>,
  range: DayRange,
  { clickId, dayOf, nextDay }: { readonly clickId: string; readonly dayOf: DayOf; readonly nextDay: Day },
): Promise<Map<number, AdClicks>> {
  const [from, to] = [startOfDay(range.from), endOfDay(range.to) + 1];
  const [zoneFrom, zoneTo] = [startInZone(range.from, dayOf), startInZone(nextDay, dayOf)];
  const [first, last] = [Math.min(from, zoneFrom), Math.max(to, zoneTo)];
  const inside = (start: number, end: number) => `i.time >= ${start} AND i.time < ${end}`;
  const count = (condition: string) => `SUM(CASE WHEN ${condition} THEN 1 ELSE 0 END)`;
  const hasId = `${hasClickIdSql(clickId)} = 1`;
  const logs = await withArchive(db, [productId], first, last);
  const rows = await select<Record<'ad_id' | keyof AdClicks, number | string>>(logs)`SELECT i.ad_id,
    ${sql(count(`i.counted = 1 AND ${inside(from, to)}`))} AS ours,
    ${sql(count(inside(from, to)))} AS exclusions,
    ${sql(count(`${hasId} AND ${inside(from, to)}`))} AS ${sql('clickId')},
    ${sql(count(`${hasId} AND ${inside(zoneFrom, zoneTo)}`))} AS ${sql('timeZone')},
    SUM(CASE WHEN i.counted = 1 AND ${sql(inside(from, to))} THEN i.cost_sen ELSE 0 END) AS cost
    FROM interaction i WHERE i.product_id = ${productId} AND i.ad_id IN ${adIds} AND i.time >= ${first}
    AND i.time < ${last} AND ${sql(COUNTED_OR_EXCLUDED)} GROUP BY i.ad_id`;
  const clicks = new Map<number, AdClicks>();
  // Archived days answer with rows of their own.
  for (const row of rows) {
    const adId = Number(row.ad_id);
    const before = clicks.get(adId) ?? NO_CLICKS;
    clicks.set(adId, {
      ours: before.ours + Number(row.ours),
      exclusions: before.exclusions + Number(row.exclusions),
      clickId: before.clickId + Number(row.clickId),
      timeZone: before.timeZone + Number(row.timeZone),
      cost: before.cost + Number(row.cost) / 100,
    });
  }
  return clicks;
}

export const NO_CLICKS: AdClicks = { ours: 0, exclusions: 0, clickId: 0, timeZone: 0, cost: 0 };

/** Returns the registered fees of ads in a range, in yen by ad. */
export async function readFees(
  db: Database,
  productId: number,
  ads: Iterable<KnownAd>,
  range: DayRange,
): Promise<Map<number, number>> {
  const fees = await feesOfAds(db, productId, ads);
  return new Map([...fees].map(([adId, periods]) => [adId, feeOfRange(range, periods)]));
}
