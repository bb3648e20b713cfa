import type { ApiWorld } from '../../server/composition/testing/api-world';
import type { Database } from '../../server/db/database';
import { settle } from '../../server/sweeps';
import { ingest, type IncomingEvent } from '../../server/journeys';
import { copyResults } from '../../server/results/testing/copy-results';

/** More than two pages of thirty. */
export const ORDERS = 65;
/** Enough results for background processing. They belong to an earlier day. */
export const MANY = 2500;

/** Creates pending orders of as many visitors, each with a number and without a postback. */
export async function order(db: Database, { open }: ApiWorld, url: string): Promise<void> {
  const [adId] = open.ads;
  await db.write(async (tx) => {
    await tx.execute('UPDATE ad SET result_notice_individually_setting = 0 WHERE id = ?', [adId]);
    await tx.execute(
      'UPDATE asp SET result_flag = 1, result_method = 2, webhook_url = ?, auto_approval = 0 WHERE id = (SELECT asp_id FROM ad WHERE id = ?)',
      [`${url}/cv?id={result_id}&s={status}`, adId],
    );
    await tx.execute('UPDATE postback SET url = ?, host = ?', [
      `${url}/cv?id=old`,
      url.replace('http://', ''),
    ]);
    const time = Date.parse('2026-02-03T03:00:00Z');
    const events = Array.from({ length: ORDERS }, (_, index): IncomingEvent[] => {
      const base = {
        productId: open.product,
        door: 'import',
        ip: `203.0.113.${index}`,
        ua: null,
        visitorId: `buyer-${index}`,
      } as const;
      const medium = { xclid: `x${index}`, ses: null, key1: null, key2: null, key3: null };
      return [
        {
          ...base,
          ...medium,
          type: 'click',
          id: `buy-c${index}`,
          time: time + index * 1000,
          adId,
          redirectId: 0,
          lpoEntryId: 0,
          params: null,
          landingUrl: null,
          cost: null,
        },
        {
          ...base,
          type: 'conversion',
          id: `buy-o${index}`,
          time: time + index * 1000 + 500,
          interactionRef: null,
          cvSettingId: open.cvSetting,
          amount: 1000 + index,
          userId: null,
          args: `order_id=A${index}`,
          otherKey1: null,
          otherKey2: null,
          otherKey3: null,
          url: null,
          referrer: null,
        },
      ];
    }).flat();
    await ingest(tx, events);
  });
  await settle(db);
  await copyResults(db, open.product, MANY, Date.parse('2026-01-05T03:00:00Z'));
}
