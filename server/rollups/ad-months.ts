import {
  baseKeys,
  baseSources,
  countedConversions,
  enumValues,
  NewAndExistingEvaluation,
  snakeCase,
  type BaseKey,
  type BaseSource,
  type FactKind,
} from '../../shared/catalog';
import type { Month } from '../../shared/domain/calendar';
import { pathClassesOf } from '../../shared/domain/journey';
import type { Statement } from './log-facts';
import { narrowToAds, rollupTable, sumOf, type RollupTable } from './tables';

/** Kinds of facts in these rows. Fees are not facts, and media reports are few. */
const KINDS = ['touch', 'cv', 'result'] as const satisfies readonly FactKind[];
type StoredSource = Extract<BaseSource, { table: (typeof KINDS)[number] }>;

const isStored = (source: BaseSource): source is StoredSource => KINDS.some((kind) => kind === source.table);

/** Whether these rows hold facts of a kind. Changes of other kinds don't affect them. */
export const adMonthsHold = (kind: FactKind): boolean => KINDS.some((one) => one === kind);

/** Whether a base measure can be read from these rows. */
export const isInAdMonths = (key: BaseKey): boolean => isStored(baseSources[key]);

/** Stored base measures. `chosen` conversions depend on the report, so they are not stored. */
const storedMeasures = baseKeys.flatMap((key): { key: BaseKey; source: StoredSource }[] => {
  const source: BaseSource = baseSources[key];
  return isStored(source) && !(source.table === 'cv' && source.cv === 'chosen') ? [{ key, source }] : [];
});

/**
 * Returns the column of a base measure if all CV settings count; the chosen conversions are then all final
 * ones.
 */
export const adMonthColumn = (key: BaseKey): string => snakeCase(key === 'cvChosen' ? 'cvFinal' : key);

const evaluations = enumValues(NewAndExistingEvaluation);

/**
 * One row per ad and evaluation of a month, with a column per stored base measure. A report on whole months
 * without chosen CV settings reads it instead of three tables. The conversion table alone has a row per type,
 * class and setting.
 */
export const adMonths: RollupTable = {
  name: 'rollup_ad_month',
  period: 'month',
  key: ['evaluation', 'ad_id'],
  anyChoice: ` AND evaluation IN (${evaluations.join(', ')})`,
  facts: storedMeasures.map(({ key }) => adMonthColumn(key)),
};

/** Returns SQL for the value that a monthly fact row of a kind adds to a base measure. */
function part(kind: FactKind, source: StoredSource): string {
  if (source.table !== kind) return '0';
  if (source.table !== 'cv') return source.column;
  const { types, where } = countedConversions(source.cv, null);
  return `(${[`cv_type IN (${types.join(', ')})`, ...(where ? [where] : [])].join(' AND ')}) * ${source.column}`;
}

const rowsOf = (rows: readonly string[]): string =>
  `(${rows.map((row) => `SELECT ${row}`).join(' UNION ALL ')}) e`;
/** Evaluations, and the path classes that count under each. Facts other than conversions have neither. */
const EVALUATION_ROWS = rowsOf(evaluations.map((evaluation) => `${evaluation} AS evaluation`));
const CLASS_ROWS = rowsOf(
  evaluations.flatMap((evaluation) =>
    pathClassesOf(evaluation).map((one) => `${evaluation} AS evaluation, ${one} AS path_class`),
  ),
);

/** Computes the expected rows of a month (optionally of some ads) from the month's facts of each kind. */
export function adMonthFacts(productId: number, month: Month, adIds?: readonly number[]): Statement {
  const arms = KINDS.map((kind) => {
    const table = rollupTable(kind, 'coarse', 'month');
    const narrowed = narrowToAds(table, adIds);
    const sql = `SELECT product_id, month, evaluation, ad_id, ${storedMeasures.map(({ key, source }) => `${part(kind, source)} AS ${adMonthColumn(key)}`).join(', ')}
      FROM ${table.name} ${kind === 'cv' ? `JOIN ${CLASS_ROWS} ON e.path_class = ${table.name}.class` : `CROSS JOIN ${EVALUATION_ROWS}`}
      WHERE product_id = ? AND month = ?${narrowed.sql}`;
    return { sql, params: [productId, month, ...narrowed.params] };
  });
  return {
    sql: `SELECT product_id, month, evaluation, ad_id, ${sumOf(adMonths.facts)}
      FROM (${arms.map(({ sql }) => sql).join(' UNION ALL ')}) facts GROUP BY product_id, month, evaluation, ad_id`,
    params: arms.flatMap(({ params }) => params),
  };
}
