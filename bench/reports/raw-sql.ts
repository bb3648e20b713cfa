import { CvType } from '../../shared/catalog';
import type { Day } from '../../shared/domain/calendar';
import type { Database } from '../../server/db/database';

/** Contacts by ad, with journeys from window functions. Views by their stored contact. */
const CONTACTS = `SELECT ad_id, COUNT(*) AS clicks, SUM(cost_sen) AS cost_sen,
    SUM(CASE WHEN before_it IS NULL OR time - before_it > tracking_term * 86400000 THEN 1 ELSE 0 END) AS first_touches
  FROM (SELECT ad_id, day, time, cost_sen, tracking_term, LAG(time) OVER (PARTITION BY visitor_id ORDER BY time, id) AS before_it
          FROM interaction WHERE product_id = ? AND excluded_reason IS NULL) contacts
  WHERE day BETWEEN ? AND ? GROUP BY ad_id`;

const VIEWS =
  'SELECT ad_id, COUNT(*) AS pv FROM access WHERE product_id = ? AND day BETWEEN ? AND ? AND ad_id > 0 GROUP BY ad_id';

/**
 * Touches of conversions of one type, each with its position in the path. The plus sign prevents SQLite from
 * using the index on the exclusion. With that index it would search a month of contacts for each conversion
 * instead of the visitor's contacts.
 */
const touches = (
  type: CvType,
): string => `SELECT i.ad_id, c.id AS cv_id, c.cv_slot, c.amount_sen, c.time AS cv_time, ROW_NUMBER() OVER path AS pos,
         COUNT(*) OVER whole AS n, FIRST_VALUE(i.time) OVER path AS first_time, LAST_VALUE(i.ad_id) OVER whole AS last_ad
    FROM conversion c JOIN interaction i ON i.product_id = c.product_id AND i.visitor_id = c.visitor_id
     AND i.time BETWEEN c.time - c.tracking_term * 86400000 AND c.time AND +i.excluded_reason IS NULL
   WHERE c.product_id = ? AND c.day BETWEEN ? AND ? AND c.cv_type = ${type} AND c.excluded_reason IS NULL
  WINDOW path AS (PARTITION BY c.id ORDER BY i.time, i.id),
         whole AS (PARTITION BY c.id ORDER BY i.time, i.id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)`;

const slots = [1, 2, 3].map((slot) => `SUM(pos = n AND cv_slot = ${slot}) AS cv_${slot}`).join(', ');
const position = (condition: string): string =>
  `COUNT(DISTINCT CASE WHEN ad_id <> last_ad AND ${condition} THEN cv_id END)`;
const indirect = ['pos >= 1', 'pos = 1', 'pos = 2', 'pos = 3', 'pos = 4', 'pos = 5', 'pos >= 6']
  .map(position)
  .join(', ');
const lengths = ['n = 1', 'n = 2', 'n = 3', 'n = 4', 'n = 5', 'n >= 6']
  .map((condition) => `SUM(pos = n AND ${condition})`)
  .join(', ');

/**
 * Final conversions by ad over full paths: direct and indirect ones, path lengths, latency, and the shares of
 * one model.
 */
const FINAL = `SELECT ad_id, ${slots}, SUM((pos = n) * amount_sen) AS amount_sen, ${indirect}, ${lengths},
    SUM((pos = n) * n) AS touch_sum, SUM((pos = n) * (cv_time - first_time)) AS latency_ms,
    SUM(1.0 / n) AS attr_cv, SUM(amount_sen / n) AS attr_amount
  FROM (${touches(CvType.LAST_CV)}) paths GROUP BY ad_id`;

const MIDDLE = `SELECT ad_id, ${slots} FROM (${touches(CvType.MIDDLE_CV)}) paths GROUP BY ad_id`;

/**
 * Computes the report from the logs at query time. It does less than the report: no customers across
 * browsers, no attributes of ads, no ratios.
 */
export const rawReport = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  for (const sql of [CONTACTS, VIEWS, FINAL, MIDDLE]) await db.read(sql, [productId, from, to]);
};

/** Lower bound: sums two columns over the range of day rows by primary key, without groups. */
export const rangeSum = async (db: Database, productId: number, from: Day, to: Day): Promise<void> => {
  await db.read(
    'SELECT SUM(clicks) AS clicks, SUM(cost_sen) AS cost_sen FROM rollup_touch_day WHERE product_id = ? AND day BETWEEN ? AND ?',
    [productId, from, to],
  );
};
