import type { Day } from '../../shared/domain/calendar';
import type { Database } from '../../server/db/database';

/** Contacts by ad, with the visitors' journeys found by window functions; views by their stored contact. */
const CONTACTS = `SELECT ad_id, COUNT(*) AS clicks, SUM(cost_sen) AS cost_sen,
    SUM(CASE WHEN before_it IS NULL OR time - before_it > tracking_term * 86400000 THEN 1 ELSE 0 END) AS first_touches
  FROM (SELECT ad_id, day, time, cost_sen, tracking_term, LAG(time) OVER (PARTITION BY visitor_id ORDER BY time, id) AS before_it
          FROM interaction WHERE product_id = ? AND excluded_reason IS NULL) contacts
  WHERE day BETWEEN ? AND ? GROUP BY ad_id`;

const VIEWS = 'SELECT ad_id, COUNT(*) AS pv FROM access WHERE product_id = ? AND day BETWEEN ? AND ? AND ad_id > 0 GROUP BY ad_id';

/** Final conversions by ad over whole paths, with indirect counts and the shares of all five models. */
const CREDIT = `SELECT ad_id, SUM(pos = n) AS cv, SUM((pos = n) * amount_sen) AS amount_sen,
    SUM(pos < n) AS touches_before, SUM(1.0 / n) AS share_1,
    SUM(POW(0.7, n - pos) * 0.3 / (1 - POW(0.7, n))) AS share_2,
    SUM(CASE WHEN n = 1 THEN 1 WHEN n = 2 THEN 0.5 WHEN pos = 1 OR pos = n THEN 0.4 ELSE 0.2 / (n - 2) END) AS share_3,
    SUM(pos = 1) AS share_4, SUM(pos = n) AS share_5, SUM(amount_sen / n) AS amount_1
  FROM (SELECT i.ad_id, c.amount_sen, ROW_NUMBER() OVER (PARTITION BY c.id ORDER BY i.time, i.id) AS pos,
               COUNT(*) OVER (PARTITION BY c.id) AS n
          FROM conversion c JOIN interaction i ON i.product_id = c.product_id AND i.visitor_id = c.visitor_id
           AND i.time BETWEEN c.time - c.tracking_term * 86400000 AND c.time AND i.excluded_reason IS NULL
         WHERE c.product_id = ? AND c.day BETWEEN ? AND ? AND c.cv_type = 1 AND c.excluded_reason IS NULL) paths
  GROUP BY ad_id`;

/**
 * What the report answers, asked of the logs at query time. It does less than the report: no customers
 * over several browsers, no attributes of ads, no ratios.
 */
export const rawReport = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  for (const sql of [CONTACTS, VIEWS, CREDIT]) await db.read(sql, [productId, from, to]);
};

/** The floor: adding up two columns over the range of day rows on the primary key, without groups. */
export const rangeSum = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  await db.read('SELECT SUM(clicks) AS clicks, SUM(cost_sen) AS cost_sen FROM rollup_touch_day WHERE product_id = ? AND day BETWEEN ? AND ?', [productId, from, to]);
};
