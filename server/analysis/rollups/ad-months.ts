import {
  baseKeys,
  baseSources,
  enumValues,
  NewAndExistingEvaluation,
  snakeCase,
  type BaseKey,
  type BaseSource,
  type CvChoice,
} from '../../../shared/catalog';
import type { Month } from '../../../shared/domain/calendar';
import { pathClassesOf } from '../../../shared/domain/journey';
import type { Statement } from './log-facts';
import { ofAds } from './rolled-facts';
import { rollupTable, sumOf, type FactKind, type RollupTable } from './tables';

/** The kinds of facts that are kept: fees are none, and what media report is little, where anything. */
const KINDS = ['touch', 'cv', 'result'] as const satisfies readonly FactKind[];
type Kept = Extract<BaseSource, { table: (typeof KINDS)[number] }>;

const isKept = (source: BaseSource): source is Kept => KINDS.some((kind) => kind === source.table);

/** Whether they hold facts of a kind: those of others change nothing of them. */
export const adMonthsHold = (kind: FactKind): boolean => KINDS.some((one) => one === kind);

/** Whether a base sum can be read of them. */
export const isOfAdMonths = (key: BaseKey): boolean => isKept(baseSources[key]);

/** The base sums that are kept: which conversions are chosen is the asker's. */
const kept = baseKeys.flatMap((key): { key: BaseKey; source: Kept }[] => {
  const source: BaseSource = baseSources[key];
  return isKept(source) && !(source.table === 'cv' && source.cv === 'chosen') ? [{ key, source }] : [];
});

/** The column of a base sum where all CV settings count; chosen ones are all final ones then. */
export const adMonthColumn = (key: BaseKey): string => snakeCase(key === 'cvChosen' ? 'cvFinal' : key);

const evaluations = enumValues(NewAndExistingEvaluation);

/**
 * A row for each ad and evaluation of a month, with a column for each of these sums. A report of whole months that
 * chooses no CV settings reads it instead of three tables, of which that of conversions has a row for each type, class
 * and setting.
 */
export const adMonths: RollupTable = {
  name: 'rollup_ad_month',
  period: 'month',
  key: ['evaluation', 'ad_id'],
  anyChoice: ` AND evaluation IN (${evaluations.join(', ')})`,
  facts: kept.map(({ key }) => adMonthColumn(key)),
};

/** What of the month's conversions a sum takes; direct ones stand under ad 0. */
const conditionOf = ({ type, slot, pathed }: Exclude<CvChoice, 'chosen'>): string =>
  [`cv_type = ${type}`, ...(slot ? [`cv_slot = ${slot}`] : []), ...(pathed ? ['ad_id > 0'] : [])].join(
    ' AND ',
  );

/** What a row of a month's facts of a kind adds to a sum. */
function part(kind: FactKind, source: Kept): string {
  if (source.table !== kind) return '0';
  return source.table === 'cv' && source.cv !== 'chosen'
    ? `(${conditionOf(source.cv)}) * ${source.column}`
    : source.column;
}

const rowsOf = (rows: readonly string[]): string =>
  `(${rows.map((row) => `SELECT ${row}`).join(' UNION ALL ')}) e`;
/** The evaluations, and the classes of paths that count under each: no other facts know of them. */
const EACH = rowsOf(evaluations.map((evaluation) => `${evaluation} AS evaluation`));
const EACH_CLASS = rowsOf(
  evaluations.flatMap((evaluation) =>
    pathClassesOf(evaluation).map((one) => `${evaluation} AS evaluation, ${one} AS path_class`),
  ),
);

/** What these rows of a month (those of some ads, where they are named) should be, from the month's facts of each kind. */
export function adMonthFacts(productId: number, month: Month, adIds?: readonly number[]): Statement {
  const arms = KINDS.map((kind) => {
    const table = rollupTable(kind, 'coarse', 'month');
    const narrowed = ofAds(table, adIds);
    const sql = `SELECT product_id, month, evaluation, ad_id, ${kept.map(({ key, source }) => `${part(kind, source)} AS ${adMonthColumn(key)}`).join(', ')}
      FROM ${table.name} ${kind === 'cv' ? `JOIN ${EACH_CLASS} ON e.path_class = ${table.name}.class` : `CROSS JOIN ${EACH}`}
      WHERE product_id = ? AND month = ?${narrowed.sql}`;
    return { sql, params: [productId, month, ...narrowed.params] };
  });
  return {
    sql: `SELECT product_id, month, evaluation, ad_id, ${sumOf(adMonths.facts)}
      FROM (${arms.map(({ sql }) => sql).join(' UNION ALL ')}) facts GROUP BY product_id, month, evaluation, ad_id`,
    params: arms.flatMap(({ params }) => params),
  };
}
