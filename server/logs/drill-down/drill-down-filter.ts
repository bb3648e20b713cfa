import { logOfBaseMeasure, type CellLog } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { requireProduct, requireRight } from '../../auth/permissions';
import { endOfDay, startOfDay } from '../../../shared/domain/calendar';
import { withArchive } from '../../db/archive/with-archive';
import { allOf, joinInOrder, oneOf, type Condition } from '../../db/condition';
import type { Database } from '../../db/database';
import { badInput } from '../../auth/failure';
import type { FilterContext, FilterResult, Row } from '../../records/list-definition';
import type { LogField } from '../log-definition';
import { rowsByDay, columnBehind, metricFacts, readMetricValue, type MetricFacts } from './drill-down-facts';
import { cellConditions, requireVisibleCell, adsOfCell } from './metric-cell';

/** Total of the rows behind a metric value. */
export interface MetricTotal {
  /** The log that holds the rows. */
  readonly log: CellLog;
  /** Count or sum in the report's unit: yen, conversions, shares of conversions. */
  readonly value: number;
  /** Rows of the log: a conversion that counts for two ads of a group is one row. */
  readonly rows: number;
}

/** Returns the SQL that sums a metric value over its facts, and the divisor to the report's unit. */
function sumOf({ metricValue }: MetricFacts): { sql: string; scale: number } {
  const { value, scale = 1 } = columnBehind(metricValue.key);
  return { sql: value === '1' ? 'COUNT(*)' : `SUM(${value})`, scale };
}

/**
 * Recalculates a metric value from the logs.
 *
 * @param text the encoded metric value (see shared/catalog/metric-cell.ts)
 * @throws Failure FORBIDDEN, BAD_USER_INPUT naming `figure`
 */
export async function metricTotal(
  db: Database,
  actor: Actor,
  productId: number,
  text: string,
): Promise<MetricTotal> {
  requireRight(actor, 'analyze', 'view');
  const metricValue = readMetricValue(text);
  const log = logOfBaseMeasure(metricValue.key) ?? 'interactions';
  const grant = requireRight(actor, log === 'mediaCosts' ? 'ads' : 'logs', 'view');
  requireProduct(actor, productId);
  const facts = await metricFacts(db, actor, grant, productId, metricValue);
  const { table, source, where, days } = facts;
  const { sql, scale } = sumOf(facts);
  const rows = table === 'conversion_touch' ? 'COUNT(DISTINCT f.conversion_id)' : 'COUNT(*)';
  const all = allOf([days, ...where]);
  const { from: first, to: last } = metricValue;
  const union = await withArchive(db, [productId], startOfDay(first), endOfDay(last));
  const parts = (await rowsByDay(db, productId, facts)) ?? [
    { from: source.sql, where: { sql: all.sql, params: [...source.params, ...all.params] } },
  ];
  let [value, count] = [0, 0];
  for (const { from, where: part } of parts) {
    const sums = await union.read<{ value: number | string | null; n: number | string }>(
      `SELECT ${sql} AS value, ${rows} AS n FROM ${from} WHERE ${part.sql}`,
      part.params,
    );
    for (const sum of sums) {
      value += Number(sum.value ?? 0);
      count += Number(sum.n);
    }
  }
  return { log, value: value / scale, rows: count };
}

/**
 * Returns the conditions on media reports `m` behind a metric value.
 *
 * @throws Failure BAD_USER_INPUT naming `figure` if it is malformed or not a media metric value; FORBIDDEN
 * for a cell outside the actor's visibility
 */
export async function mediaBehind(
  db: Database,
  actor: Actor,
  productId: number,
  text: string,
): Promise<Condition[]> {
  const metricValue = readMetricValue(text);
  if (logOfBaseMeasure(metricValue.key) !== 'mediaCosts') throw badInput({ figure: { key: 'invalidInput' } });
  await requireVisibleCell(db, actor, metricValue, productId);
  return [
    { sql: 'm.day BETWEEN ? AND ?', params: [metricValue.from, metricValue.to] },
    ...cellConditions('m', metricValue, productId),
  ];
}

/** The conversion field with its contribution to the drilled-down metric value. */
const PART = 'figurePart';

/** Fills in each conversion's contribution to a metric value; together they sum to it. */
async function fillParts(db: Database, facts: MetricFacts, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { source, where } = facts;
  const { sql, scale } = sumOf(facts);
  const among = oneOf(
    'id',
    rows.map(({ rowId }) => Number(rowId)),
  );
  const all = allOf(where);
  // Join from these conversions to their touches by key: by days alone, whole days would be read.
  const parts = await db.read<{ id: number; part: number | string | null }>(
    `SELECT f.conversion_id AS id, ${sql} AS part FROM (SELECT id AS of_id, day AS of_day FROM conversion WHERE ${among.sql}) c
     ${joinInOrder(db.dialect)} ${source.sql} ON f.day = c.of_day AND f.conversion_id = c.of_id WHERE ${all.sql} GROUP BY f.conversion_id`,
    [...among.params, ...source.params, ...all.params],
  );
  const partOf = new Map(parts.map(({ id, part }) => [Number(id), Number(part ?? 0) / scale]));
  for (const row of rows) row[PART] = partOf.get(Number(row.rowId)) ?? null;
}

/** Maximum of touches to find by their ads first; with more, a scan of conversions by time soon meets matches. */
const MAX_TOUCHES = 20_000;

/** Returns whether a conversion metric value has few touches, by the index of their ads. */
async function hasFewTouches(db: Database, productId: number, facts: MetricFacts): Promise<boolean> {
  const { from, to, noAd } = facts.metricValue;
  const ads = noAd ? [0] : await adsOfCell(db, productId, facts);
  if (!ads || ads.length === 0) return ads !== null;
  const among = oneOf('ad_id', ads);
  const [row] = await db.read<{ n: number | string }>(
    `SELECT COUNT(*) AS n FROM (SELECT 1 FROM conversion_touch FORCE INDEX (ix_conversion_touch_ad) WHERE product_id = ? AND ${among.sql} AND day BETWEEN ? AND ? LIMIT ${MAX_TOUCHES + 1}) c`,
    [productId, ...among.params, from, to],
  );
  return Number(row?.n ?? 0) <= MAX_TOUCHES;
}

/** Builds the log filter for the rows behind a metric value. */
async function rowsBehind(
  log: CellLog,
  time: string,
  text: string,
  { db, actor, grant, products }: FilterContext,
): Promise<FilterResult> {
  const metricValue = readMetricValue(text);
  if (logOfBaseMeasure(metricValue.key) !== log) throw badInput({ figure: { key: 'invalidInput' } });
  const [productId] = products ?? [];
  if (productId === undefined || products?.length !== 1) throw badInput({ productId: { key: 'required' } });
  const metric = await metricFacts(db, actor, grant, productId, metricValue);
  const {
    source,
    metricValue: { acquired },
    where,
    days,
    during,
  } = metric;
  const timeCondition = during(`e.${time}`);
  if (log !== 'conversions') {
    const [part, ...more] = (await rowsByDay(db, productId, metric)) ?? [];
    return {
      ...allOf([timeCondition, days, ...where]),
      ...(part && {
        countable: more.length === 0 ? part : { from: part.from, where: allOf([days, ...where]) },
      }),
    };
  }
  const facts = allOf(acquired ? [days, ...where] : where);
  // The cohort's rows are collected once instead of for each conversion.
  const annotate: FilterResult['annotate'] = (rows, requested) =>
    requested === null || requested.has(PART) ? fillParts(db, metric, rows) : Promise.resolve();
  if (acquired)
    return {
      ...allOf([
        timeCondition,
        {
          sql: `e.id IN (SELECT f.conversion_id FROM ${source.sql} WHERE ${facts.sql})`,
          params: [...source.params, ...facts.params],
        },
      ]),
      annotate,
    };
  const { params } = facts;
  const touches = `SELECT 1 FROM ${source.sql} WHERE f.day = e.day AND f.conversion_id = e.id AND ${facts.sql}`;
  const exists = { sql: `EXISTS (${touches})`, params };
  if (db.dialect === 'sqlite' || (await hasFewTouches(db, productId, metric)))
    return { ...allOf([timeCondition, exists]), annotate };
  // MariaDB would materialize all touches before the first row. As a scalar subquery, it checks one conversion
  // after the other.
  const scalar = { sql: `(${touches} LIMIT 1) IS NOT NULL`, params };
  return {
    ...allOf([timeCondition, scalar]),
    countable: {
      from: 'conversion e',
      where: allOf([oneOf('e.product_id', [productId]), timeCondition, exists]),
    },
    annotate,
  };
}

/** Filter that limits a log to the rows behind a metric value. It is not a field of a row. */
export const drillDownFilter = (log: CellLog, time = 'time'): LogField => ({
  filters: {
    '': {
      sql: '',
      kind: 'text',
      type: 'text',
      max: 1,
      find: ([text = ''], context) => rowsBehind(log, time, String(text), context),
    },
  },
});
