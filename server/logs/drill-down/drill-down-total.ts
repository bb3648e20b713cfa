import { logOfBaseMeasure, type CellLog } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { requireProduct, requireRight } from '../../auth/permissions';
import { allOf } from '../../db/condition';
import type { Database } from '../../db/database';
import { rowsByDay } from './by-day';
import { columnBehind, metricFacts, readMetricValue, type MetricFacts } from './drill-down-facts';

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
export function sumOf({ metricValue }: MetricFacts): { sql: string; scale: number } {
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
  const parts = (await rowsByDay(db, productId, facts)) ?? [
    { from: source.sql, where: { sql: all.sql, params: [...source.params, ...all.params] } },
  ];
  let [value, count] = [0, 0];
  for (const { from, where: part } of parts) {
    const [row] = await db.read<{ value: number | string | null; n: number | string }>(
      `SELECT ${sql} AS value, ${rows} AS n FROM ${from} WHERE ${part.sql}`,
      part.params,
    );
    value += Number(row?.value ?? 0);
    count += Number(row?.n ?? 0);
  }
  return { log, value: value / scale, rows: count };
}
