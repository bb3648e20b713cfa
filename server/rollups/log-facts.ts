import { enumValues, AttributionModel, mediaFactColumns, type CvFactColumn } from '../../shared/catalog';
import { PATH_CLASS } from '../../shared/domain/journey';
import { ApprovalStatus } from '../../shared/domain/results';
import { placeholders } from '../db/database';
import { cvChoiceColumns, cvSettingColumns, grainColumns, sumOf, type FactKind } from './tables';

/** A SELECT with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly number[];
}

const FINE_KEY = ['product_id', 'day', ...grainColumns.fine].join(', ');
const CV_KEY = ['product_id', 'day', ...cvChoiceColumns, ...grainColumns.fine, ...cvSettingColumns].join(
  ', ',
);

/**
 * Selects touch facts of whole days at the finest grain, straight from the logs. Counted interactions use
 * their own day, device, redirect and variant. Views use their own day and device, and the ad, redirect and
 * variant of their interaction.
 */
function touchFacts(productId: number, days: readonly number[]): Statement {
  const ofDays = `product_id = ? AND day IN (${placeholders(days)})`;
  return {
    sql: `SELECT ${FINE_KEY}, SUM(clicks) AS clicks, SUM(first_touches) AS first_touches, SUM(pv) AS pv, SUM(cost_sen) AS cost_sen
      FROM (
        SELECT ${FINE_KEY}, COUNT(*) AS clicks, SUM(first_touch) AS first_touches, 0 AS pv, SUM(cost_sen) AS cost_sen
          FROM interaction WHERE ${ofDays} AND counted = 1 GROUP BY ${FINE_KEY}
        UNION ALL
        SELECT ${FINE_KEY}, 0 AS clicks, 0 AS first_touches, COUNT(*) AS pv, 0 AS cost_sen
          FROM access WHERE ${ofDays} AND ad_id > 0 GROUP BY ${FINE_KEY}
      ) facts GROUP BY ${FINE_KEY}`,
    params: [productId, ...days, productId, ...days],
  };
}

const position = (k: number): string => (k < 6 ? `pos = ${k}` : 'pos >= 6');
const length = (k: number): string => (k < 6 ? `n = ${k}` : 'n >= 6');
const indirect = (k: number): string => `SUM(CASE WHEN ${position(k)} THEN counts_indirect ELSE 0 END)`;
const touches = (k: number): string => `SUM(CASE WHEN ${length(k)} THEN is_last ELSE 0 END)`;
const share = (model: number): string => `SUM(share_${model})`;
const amount = (model: number): string => `SUM(share_${model} * amount_sen)`;

/**
 * SQL that sums each conversion fact over stored touches: credited facts on the row of the last touch, shares
 * on all rows.
 */
export const cvFactSql: Readonly<Record<CvFactColumn, string>> = {
  cv_count: 'SUM(is_last)',
  amount_sen: 'SUM(is_last * amount_sen)',
  indirect_total: 'SUM(counts_indirect_total)',
  indirect_first: indirect(1),
  indirect_2: indirect(2),
  indirect_3: indirect(3),
  indirect_4: indirect(4),
  indirect_5: indirect(5),
  indirect_6: indirect(6),
  touch_1: touches(1),
  touch_2: touches(2),
  touch_3: touches(3),
  touch_4: touches(4),
  touch_5: touches(5),
  touch_6: touches(6),
  touch_sum: 'SUM(is_last * n)',
  latency_ms: 'SUM(is_last * latency_ms)',
  attr_cv_1: share(1),
  attr_cv_2: share(2),
  attr_cv_3: share(3),
  attr_cv_4: share(4),
  attr_cv_5: share(5),
  attr_amount_1: amount(1),
  attr_amount_2: amount(2),
  attr_amount_3: amount(3),
  attr_amount_4: amount(4),
  attr_amount_5: amount(5),
};

/** Selects conversion facts of whole days at the finest grain, from the stored touches of evaluated paths. */
function cvFacts(productId: number, days: readonly number[]): Statement {
  const facts = Object.entries(cvFactSql).map(([column, sql]) => `${sql} AS ${column}`);
  return {
    sql: `SELECT ${CV_KEY}, ${facts.join(', ')}
      FROM conversion_touch WHERE product_id = ? AND day IN (${placeholders(days)}) GROUP BY ${CV_KEY}`,
    params: [productId, ...days],
  };
}

const costIn = (status: ApprovalStatus): string =>
  `SUM(CASE WHEN approval_status = ${status} THEN cv_cost_sen ELSE 0 END)`;

/**
 * Selects the costs of results of whole days at the finest grain: under the touch that made them, by current
 * state.
 */
function resultFacts(productId: number, days: readonly number[]): Statement {
  return {
    sql: `SELECT ${FINE_KEY}, ${costIn(ApprovalStatus.APPROVED)} AS cv_cost_approved_sen, ${costIn(ApprovalStatus.PENDING)} AS cv_cost_pending_sen
      FROM result WHERE product_id = ? AND day IN (${placeholders(days)}) AND cv_cost_sen > 0 AND approval_status <> ${ApprovalStatus.REJECTED}
      GROUP BY ${FINE_KEY}`,
    params: [productId, ...days],
  };
}

const MODELS = enumValues(AttributionModel);
const COHORT_KEY = ['t.ad_id', 't.device', 't.redirect_id', 't.lpo_entry_id'].join(', ');

/**
 * Selects later conversions of acquired customers on whole days, at the finest grain. They are grouped under
 * the touches of the acquiring path, which are found by key.
 */
function cohortFacts(productId: number, days: readonly number[]): Statement {
  const facts = [
    ...MODELS.map((model) => `SUM(t.share_${model}) AS cv_${model}`),
    ...MODELS.map((model) => `SUM(t.share_${model} * l.first_of_month) AS customers_${model}`),
    ...MODELS.map((model) => `SUM(t.share_${model} * l.amount_sen) AS amount_${model}`),
  ];
  return {
    sql: `SELECT l.product_id, l.day, ${COHORT_KEY}, FLOOR(l.acquired_day / 100) AS acquisition_month, ${facts.join(', ')}
      FROM later_conversion l JOIN conversion_touch t
        ON t.product_id = l.product_id AND t.day = l.acquired_day AND t.conversion_id = l.acquired_by AND t.class = ${PATH_CLASS.FIRST}
      WHERE l.product_id = ? AND l.day IN (${placeholders(days)}) GROUP BY l.product_id, l.day, ${COHORT_KEY}, FLOOR(l.acquired_day / 100)`,
    params: [productId, ...days],
  };
}

/**
 * Selects media reports of whole days under the ad alone, and the costs and clicks they cover under the keys
 * of the touches. The covered part comes from the fine touch facts of the same days, which remain after the
 * interactions are deleted.
 */
function mediaFacts(productId: number, days: readonly number[]): Statement {
  const inDays = `IN (${placeholders(days)})`;
  return {
    sql: `SELECT ${FINE_KEY}, ${sumOf(mediaFactColumns)}
      FROM (
        SELECT product_id, day, ad_id, 0 AS device, 0 AS redirect_id, 0 AS lpo_entry_id,
            1 AS media_days, cost_sen AS media_cost_sen, impressions, clicks AS media_clicks, 0 AS covered_cost_sen, 0 AS covered_clicks
          FROM media_cost WHERE product_id = ? AND day ${inDays}
        UNION ALL
        SELECT t.product_id, t.day, t.ad_id, t.device, t.redirect_id, t.lpo_entry_id, 0, 0, 0, 0, t.cost_sen, t.clicks
          FROM media_cost m JOIN rollup_touch_fine_day t ON t.product_id = m.product_id AND t.day = m.day AND t.ad_id = m.ad_id
          WHERE m.product_id = ? AND m.day ${inDays} AND t.clicks > 0
      ) facts GROUP BY ${FINE_KEY}`,
    params: [productId, ...days, productId, ...days],
  };
}

const factsOf: Readonly<Record<FactKind, (productId: number, days: readonly number[]) => Statement>> = {
  touch: touchFacts,
  cv: cvFacts,
  result: resultFacts,
  cohort: cohortFacts,
  media: mediaFacts,
};

/**
 * Returns a statement for the expected fine day rows of these days, in the column order of `rollupColumns`.
 */
export const logFacts = (kind: FactKind, productId: number, days: readonly number[]): Statement =>
  factsOf[kind](productId, days);
