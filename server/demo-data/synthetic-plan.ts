import {
  addDays,
  addMonths,
  dayOf,
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  startOfDay,
  type Day,
} from '../../shared/domain/calendar';
import { CvType } from '../../shared/catalog';
import type { Database } from '../db/database';
import {
  MEASURED_MODEL,
  type AdProfile,
  type CvProfile,
  type HistoryPlan,
  type LinkProfile,
} from './history/plan';
import { zipfWeights } from './history/random';

/** Exponent of the ads' Zipf popularity, in the order of their ids. */
const ZIPF = 0.9;

interface PlanRequest {
  productId: number;
  clicks: number;
  months: number;
  random: number;
  until?: Day | undefined;
}

/**
 * Returns the instants of `months` months up to the end of `until` (a Tokyo day), by default the day before
 * `now`.
 */
export const historyRange = (months: number, now: number, until?: Day): { from: number; to: number } => {
  const last = until ?? addDays(dayOf(now), -1);
  const month = addMonths(monthOf(last), -months);
  // Whole months stay whole; a month before the 31st is a shorter month's last day.
  const endsMonth = last === lastDayOfMonth(monthOf(last));
  const sameDay = endsMonth
    ? lastDayOfMonth(month)
    : Math.min(firstDayOfMonth(month) - 1 + (last % 100), lastDayOfMonth(month));
  return { from: startOfDay(addDays(sameDay, 1)), to: startOfDay(addDays(last, 1)) };
};

const linksByAd = async (db: Database, productId: number): Promise<Map<number, LinkProfile[]>> => {
  const rows = await db.read<{
    ad_id: number;
    redirect_id: number;
    entry_id: number | null;
    rate: number | null;
  }>(
    `SELECT r.ad_id, r.id AS redirect_id, e.id AS entry_id, e.rate FROM redirect r
       LEFT JOIN lpo_entry e ON e.redirect_id = r.id AND r.lpo_flag = 1 AND e.rate > 0 AND e.position > 0
      WHERE r.product_id = ? ORDER BY r.id, e.position`,
    [productId],
  );
  const links = new Map<number, LinkProfile[]>();
  for (const row of rows) {
    const ofAd = links.get(row.ad_id) ?? [];
    links.set(row.ad_id, ofAd);
    const known = ofAd.find((link) => link.redirectId === row.redirect_id);
    const variant =
      row.entry_id === null ? [] : [{ entryId: row.entry_id, rate: row.rate ?? 0, conversion: 1 }];
    if (known) known.variants = [...known.variants, ...variant];
    else ofAd.push({ redirectId: row.redirect_id, variants: variant });
  }
  return links;
};

/** Builds the plan of a stored product: its own ads, links and CV settings under the measured parameters. */
export const syntheticPlan = async (
  db: Database,
  request: PlanRequest,
  now: number,
): Promise<HistoryPlan> => {
  const { productId } = request;
  const ads = await db.read<{ id: number }>('SELECT id FROM ad WHERE product_id = ? ORDER BY id', [
    productId,
  ]);
  const settings = await db.read<{ id: number; cv_type: number }>(
    'SELECT id, cv_type FROM cv_setting WHERE product_id = ? ORDER BY cv_slot',
    [productId],
  );
  const links = await linksByAd(db, productId);
  const weights = zipfWeights(ads.length, ZIPF);
  const profiles = ads.map(({ id }, i): AdProfile => ({
    adId: id,
    weight: weights[i]!,
    opener: 1,
    conversion: 1,
    devices: [40, 52, 6, 2],
    links: links.get(id) ?? [],
  }));
  const cvs = (cvType: number, amount: CvProfile['amount']): CvProfile[] =>
    settings
      .filter((row) => row.cv_type === cvType)
      .map(({ id }) => ({ cvSettingId: id, weight: 1, amount }));
  return {
    ...MEASURED_MODEL,
    ...historyRange(request.months, now, request.until),
    productId,
    prefix: `s${request.random}-`,
    seed: request.random,
    clicks: request.clicks,
    ads: profiles,
    last: cvs(CvType.LAST_CV, { mu: 8.6, sigma: 0.8 }),
    middle: cvs(CvType.MIDDLE_CV, null),
    site: 'https://shop.example',
  };
};
