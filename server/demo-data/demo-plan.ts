import { addDays, dayOf, startOfDay } from '../../shared/domain/calendar';
import type { HistoryPlan } from './history/plan';
import type { CreatedProduct } from './settings/create-product';

/** Seed of all demo histories. */
const DEMO_SEED = 20_200_401;
const YEAR_DAYS = 365;

/** Returns the prefix of the demo's event ids. */
export const demoPrefix = (productId: number): string => `demo${productId}-`;

/** Builds the history plan of a demo product: a year up to the day before `now` (epoch milliseconds). */
export const demoPlan = (product: CreatedProduct, publicUrl: string, now: number): HistoryPlan => {
  const { productId, definition } = product;
  const today = dayOf(now);
  return {
    productId,
    prefix: demoPrefix(productId),
    seed: DEMO_SEED + productId,
    clicks: definition.clicks,
    clicksExponent: 1.15,
    maxClicks: 9,
    from: startOfDay(addDays(today, -YEAR_DAYS)),
    to: startOfDay(today),
    ads: product.ads,
    last: product.last,
    middle: product.middle,
    conversionRate: definition.conversionRate,
    middleShare: product.middle.length > 0 ? 0.35 : 0,
    organicShare: 0.12,
    viewsPerClick: 2.5,
    customerIdShare: 0.7,
    returnRate: 0.35,
    secondDeviceShare: 0.12,
    botShare: 0.004,
    site: `${publicUrl}/demo-site`,
    season: definition.season,
    growth: definition.growth,
  };
};
