const numbered = (name: string, numbers: readonly number[]): string[] =>
  numbers.map((number) => `${name}_${number}`);
const MODELS = [1, 2, 3, 4, 5];

const CONTACT_FACTS = ['clicks', 'first_touches', 'pv', 'cost_sen'];
/** Facts of final conversions. Here they have no underscore before a number. */
const FINAL_FACTS = [
  ...['amount_sen', 'indirect_total', 'indirect_first', 'touch_sum', 'latency_ms'],
  ...numbered('indirect', [2, 3, 4, 5, 6]),
  ...numbered('touch', [1, 2, 3, 4, 5, 6]),
  ...numbered('attr_cv', MODELS),
  ...numbered('attr_amount', MODELS),
];

const count = (name: string, condition: string): [string, string] => [name, `(${condition}) * cv_count`];
const countBySlot = (name: string, type: number): [string, string][] =>
  [1, 2, 3].map((slot) => count(`${name}${slot}`, `cv_type = ${type} AND cv_slot = ${slot}`));

/** Columns and their values from a row of the conversion facts. */
const CONVERSION_SUMS: [name: string, sql: string][] = [
  count('cv_final', 'cv_type = 1'),
  ...countBySlot('cv_final', 1),
  count('cv_pathed', 'cv_type = 1 AND ad_id > 0'),
  count('cv_middle', 'cv_type = 0'),
  ...countBySlot('cv_middle', 0),
  ...FINAL_FACTS.map((fact): [string, string] => [fact.replace(/_(\d)$/, '$1'), `(cv_type = 1) * ${fact}`]),
];
const CONVERSION_NAMES = CONVERSION_SUMS.map(([name]) => name);

/** Columns of `rollup_ad_month` that contacts and conversions fill. */
export const AD_MONTH_FACTS = [...CONTACT_FACTS, ...CONVERSION_NAMES];

/** Builds the query that sums the monthly facts of one evaluation. It reads only the path classes that count. */
const adMonths = (evaluation: number, classes: string): string => `
  SELECT product_id, month, ${evaluation}, ad_id, ${AD_MONTH_FACTS.map((name) => `SUM(${name})`).join(', ')} FROM (
    SELECT product_id, month, ad_id, ${CONTACT_FACTS.join(', ')}, ${CONVERSION_NAMES.map((name) => `0 AS ${name}`).join(', ')}
      FROM rollup_touch_month
    UNION ALL
    SELECT product_id, month, ad_id, ${CONTACT_FACTS.map(() => '0').join(', ')}, ${CONVERSION_SUMS.map(([, sql]) => sql).join(', ')}
      FROM rollup_cv_month WHERE class IN (${classes})
  ) facts GROUP BY product_id, month, ad_id`;

export const AD_MONTH_COLUMNS = `product_id, month, evaluation, ad_id, ${AD_MONTH_FACTS.join(', ')}`;
export const AD_MONTHS = [adMonths(1, '1'), adMonths(2, '1, 2'), adMonths(3, '1, 3')];
