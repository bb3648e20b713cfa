import { logOfBaseMeasure, type CellLog } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { joinInOrder } from '../../db/join-in-order';
import { badInput } from '../../auth/failure';
import { allOf, oneOf } from '../../db/condition';
import type { FilterContext, FilterResult, Row } from '../../records/list-definition';
import type { LogField } from '../log-definition';
import { rowsByDay } from './by-day';
import { metricFacts, readMetricValue, type MetricFacts } from './drill-down-facts';
import { adsOfCell } from './metric-cell';
import { sumOf } from './drill-down-total';

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
