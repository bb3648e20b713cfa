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
import { pathClassesOf } from '../../shared/domain/journey';
import { placeholders, type Database } from '../db/database';
import type { Statement } from './log-facts';
import { narrowToAds, rollupTable, sumOf, type RollupPeriod, type RollupTable } from './tables';

/** Kinds of facts that combined rows can hold. Fees are not facts, and cohort facts have a key of their own. */
type CombinedKind = Exclude<FactKind, 'cohort'>;
type StoredSource = Extract<BaseSource, { table: CombinedKind }>;

/** A rollup with a row per evaluation and a column per stored base measure of several kinds. */
export interface CombinedTable extends RollupTable {
  readonly kinds: readonly CombinedKind[];
}

/** Whether the table holds facts of a kind. Changes of other kinds don't affect it. */
export const holdsKind = ({ kinds }: CombinedTable, kind: BaseSource['table'] | FactKind): boolean =>
  kinds.some((one) => one === kind);

/** Stored base measures. `chosen` conversions depend on the report, so they are not stored. */
const storedMeasures = (kinds: readonly CombinedKind[]): { key: BaseKey; source: StoredSource }[] =>
  baseKeys.flatMap((key) => {
    const source: BaseSource = baseSources[key];
    if (source.table === 'fee' || !kinds.includes(source.table)) return [];
    return source.table === 'cv' && source.cv === 'chosen' ? [] : [{ key, source }];
  });

/**
 * Returns the column of a base measure if all CV settings count; the chosen conversions are then all final
 * ones.
 */
export const combinedColumn = (key: BaseKey): string => snakeCase(key === 'cvChosen' ? 'cvFinal' : key);

const evaluations = enumValues(NewAndExistingEvaluation);

const combined = (
  name: string,
  period: RollupPeriod,
  key: readonly string[],
  kinds: readonly CombinedKind[],
): CombinedTable => ({
  name,
  period,
  key: ['evaluation', ...key],
  anyChoice: ` AND evaluation IN (${evaluations.join(', ')})`,
  facts: storedMeasures(kinds).map((measure) => combinedColumn(measure.key)),
  kinds,
});

/**
 * One row per ad and evaluation of a month. A report on whole months without chosen CV settings reads it
 * instead of three tables. The conversion table alone has a row per type, class and setting. Media reports are
 * few and stay apart.
 */
export const adMonths = combined('rollup_ad_month', 'month', ['ad_id'], ['touch', 'cv', 'result']);

/**
 * Totals of a product by day and evaluation. Reports that neither separate nor filter ads read them, so their
 * time doesn't grow with the number of ads or events.
 */
export const productDays = combined('rollup_product_day', 'day', [], ['touch', 'cv', 'result', 'media']);

/**
 * Returns a function that tells whether a product's days are complete: none is marked since 1. Complete products
 * stay so, because only an upgrade adds a table or column.
 */
function completeness(queue: 'stale_day' | 'stale_media_day') {
  const complete = new WeakMap<Pick<Database, 'read'>, Set<number>>();
  return async (db: Pick<Database, 'read'>, productId: number): Promise<boolean> => {
    const products = complete.get(db) ?? new Set();
    complete.set(db, products);
    if (products.has(productId)) return true;
    const marks = await db.read(`SELECT 1 AS one FROM ${queue} WHERE product_id = ? AND since = 1 LIMIT 1`, [
      productId,
    ]);
    if (marks.length === 0) products.add(productId);
    return marks.length === 0;
  };
}

/**
 * Whether the totals of a product's days are complete. The upgrade that adds them marks every day as stale
 * since 1; the worker computes the totals with the media facts.
 */
export const hasProductDays = completeness('stale_media_day');

/**
 * Whether the rollups of a product hold the attribution models that an upgrade added. It marks every day with
 * touches as stale since 1; until they are computed, reports read these models from the touches.
 */
export const hasAddedModels = completeness('stale_day');

/** Returns SQL for the value that a fact row adds to a base measure. */
function valueOf(source: StoredSource): string {
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

/** Computes the expected rows of periods (optionally of some ads) from the periods' facts of each kind. */
export function combinedFacts(
  combinedTable: CombinedTable,
  productId: number,
  periods: readonly number[],
  adIds?: readonly number[],
): Statement {
  const { period, kinds, facts } = combinedTable;
  const key = ['product_id', period, ...combinedTable.key].join(', ');
  const arms = kinds.map((kind) => {
    const table = rollupTable(kind, 'coarse', period);
    const narrowed = narrowToAds(table, adIds);
    const values = storedMeasures(kinds).map(
      ({ key: measure, source }) =>
        `${source.table === kind ? `SUM(${valueOf(source)})` : '0'} AS ${combinedColumn(measure)}`,
    );
    const sql = `SELECT ${key}, ${values.join(', ')}
      FROM ${table.name} ${kind === 'cv' ? `JOIN ${CLASS_ROWS} ON e.path_class = ${table.name}.class` : `CROSS JOIN ${EVALUATION_ROWS}`}
      WHERE product_id = ? AND ${period} IN (${placeholders(periods)})${narrowed.sql} GROUP BY ${key}`;
    return { sql, params: [productId, ...periods, ...narrowed.params] };
  });
  return {
    sql: `SELECT ${key}, ${sumOf(facts)} FROM (${arms.map(({ sql }) => sql).join(' UNION ALL ')}) facts GROUP BY ${key}`,
    params: arms.flatMap(({ params }) => params),
  };
}
