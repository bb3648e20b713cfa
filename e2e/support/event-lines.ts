import { writeFileSync } from 'node:fs';
import { people } from '../../server/demo-data/history/people';
import { MEASURED_MODEL, type HistoryPlan } from '../../server/demo-data/history/plan';
import { seededRandom } from '../../server/demo-data/history/random';

export type EventLine = Record<string, unknown>;

const FROM = Date.parse('2025-10-01T00:00:00+09:00');
const TO = Date.parse('2026-01-01T00:00:00+09:00');
const ADS = ['検索', 'SNS', '動画', 'メール', '比較サイト'];

/**
 * Generates a small history with many returning visitors, several browsers and repeat customers, as event
 * lines.
 */
export const eventLines = (productId: number, cvSettingId: number, clicks: number): EventLine[] => {
  const plan: HistoryPlan = {
    ...MEASURED_MODEL,
    productId,
    prefix: 'e',
    seed: 7,
    clicks,
    from: FROM,
    to: TO,
    ads: ADS.map((_, i) => ({
      adId: i,
      weight: 5 - i,
      opener: 1,
      conversion: 1,
      devices: [4, 4, 1, 1],
      links: [],
    })),
    last: [{ cvSettingId, weight: 1, amount: { mu: 8, sigma: 0.6 } }],
    middle: [],
    conversionRate: 0.2,
    middleShare: 0,
    secondDeviceShare: 0.3,
    returnRate: 0.4,
    botShare: 0.02,
    viewsPerClick: 2,
    site: 'https://shop.example',
  };
  return [...people(plan)].flatMap(({ events }) =>
    events.map((event): EventLine => {
      const base = {
        type: event.type,
        id: event.id,
        time: new Date(event.time).toISOString(),
        product_id: productId,
        visitor_id: event.visitorId,
        ip: event.ip,
        ua: event.ua,
      };
      if (event.type === 'click') return { ...base, ad_name: ADS[event.adId], cost: 30 };
      if (event.type === 'view') return { ...base, url: event.url, referrer: event.referrer };
      if (event.type !== 'conversion') return base;
      return {
        ...base,
        cv_setting_id: cvSettingId,
        amount: event.amount,
        user_id: event.userId,
        args: event.args,
      };
    }),
  );
};

/** Returns the lines in another order (Fisher-Yates, seeded). */
export const shuffled = <T>(lines: readonly T[], seed: number): T[] => {
  const random = seededRandom(seed);
  const mixed = [...lines];
  for (let i = mixed.length - 1; i > 0; i -= 1) {
    const j = random.between(0, i);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
  }
  return mixed;
};

/** Writes the lines as NDJSON. */
export const writeLines = (file: string, lines: readonly EventLine[]): void =>
  writeFileSync(file, `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
