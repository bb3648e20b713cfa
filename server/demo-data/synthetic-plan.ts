import { CvCondition, CvType, ResultMethod } from '../../shared/catalog';
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
import { select } from '../db/statements';
import type { Tx, Database } from '../db/database';
import { AdCategory } from '../settings/ad-category';
import { Ad } from '../settings/ad/ad.entity';
import { Agency } from '../settings/agency';
import { Asp } from '../settings/asp/asp.entity';
import { CvSetting } from '../settings/cv-setting';
import { Product } from '../settings/product/product.entity';
import { newLinkCode, newRow } from './settings/new-row';
import {
  MEASURED_MODEL,
  type AdProfile,
  type CvProfile,
  type HistoryPlan,
  type LinkProfile,
} from './history/plan';
import { zipfWeights } from './history/random';

/** Settings of an empty product; performance measurements refer to these numbers. */
const SYNTHETIC = { ads: 140, asps: 20, agencies: 4, categories: 8 } as const;

const numbered = (word: string, i: number): string => `${word} ${String(i + 1).padStart(3, '0')}`;
const titles = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, i) => numbered(word, i));

/** Synthetic ad network that has been unreachable for some days. */
export const SYNTHETIC_NETWORK_DOWN = numbered('ASP', 5);

/** Returns the postback URL of an ad network, on a reserved host. */
const webhookOf = (aspName: string): string =>
  `https://${aspName.toLowerCase().replace(' ', '-')}.example/cv?click={xclid}&id={result_id}&status={status}`;

const at = <T extends { id: number }>(rows: T[], i: number): number => rows[i % rows.length]!.id;

/** Adds synthetic ads with asps, agencies and categories to a product without ads. */
export const createSyntheticAds = async (
  tx: Tx,
  productId: number,
  adCount: number = SYNTHETIC.ads,
): Promise<void> => {
  const { manager } = tx;
  const { companyId } = await manager.findOneByOrFail(Product, { id: productId });
  const asps = await manager.save(
    titles(SYNTHETIC.asps, 'ASP').map((aspName) => newRow(Asp, { productId, aspName })),
  );
  const agencies = await manager.save(
    titles(SYNTHETIC.agencies, '代理店').map((agencyName) => newRow(Agency, { companyId, agencyName })),
  );
  const categories = await manager.save(
    titles(SYNTHETIC.categories, 'カテゴリ').map((title) => newRow(AdCategory, { productId, title })),
  );
  const ads = titles(adCount, '広告').map((adName, i) =>
    newRow(Ad, {
      productId,
      adName,
      code: newLinkCode(),
      aspId: at(asps, i),
      agencyId: at(agencies, i),
      adCategoryId: at(categories, i),
      clickCost: 20 + ((i * 37) % 180),
      performanceCvFlag: i % 3 === 0,
      resultNoticeIndividuallySetting: true,
      // Every fifth ad has results with postbacks; half of these are approved automatically by amount.
      ...(i % 5 === 0 && {
        resultFlag: 1,
        cvCost: 300 + ((i * 53) % 900),
        resultMethod: ResultMethod.WEBHOOK_URL,
        webhookUrl: webhookOf(asps[i % asps.length]!.aspName),
      }),
      ...(i % 10 === 0 && {
        autoApprovalIndividuallySetting: true,
        autoApproval: true,
        approvalAmountFlag: true,
        approvalAmount: 4000,
      }),
    }),
  );
  await manager.save(ads, { chunk: 100 });
};

/** Ensures that the product has a LAST and a MIDDLE CV setting in slot 1. */
export const ensureCvSettings = async (tx: Tx, productId: number): Promise<void> => {
  for (const [cvType, title] of [
    [CvType.LAST_CV, 'CV'],
    [CvType.MIDDLE_CV, '中間CV'],
  ] as const) {
    if (await tx.manager.existsBy(CvSetting, { productId, cvType })) continue;
    await tx.manager.save(
      newRow(CvSetting, { productId, title, cvType, cvSlot: 1, cvCondition: CvCondition.BUTTON_CLICK }),
    );
  }
};

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
  const rows = await select<{
    ad_id: number;
    redirect_id: number;
    entry_id: number | null;
    rate: number | null;
  }>(db)`SELECT
    r.ad_id, r.id AS redirect_id, e.id AS entry_id, e.rate FROM redirect r
    LEFT JOIN lpo_entry e ON e.redirect_id = r.id AND r.lpo_flag = 1 AND e.rate > 0 AND e.position > 0
    WHERE r.product_id = ${productId} ORDER BY r.id, e.position`;
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
  const ads = await select<{ id: number }>(db)`SELECT id FROM ad WHERE product_id = ${productId} ORDER BY id`;
  const settings = await select<{ id: number; cv_type: number }>(db)`SELECT id, cv_type FROM cv_setting
    WHERE product_id = ${productId} ORDER BY cv_slot`;
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
