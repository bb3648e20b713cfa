import { CvType } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { creditedCondition, type ConversionScope } from './credited';
import { cacheByMonth, createStore } from './answer-cache';

/** Conversions as number columns, ordered by day and id. A year of them takes a few megabytes. */
export interface CreditedColumns {
  readonly ids: Int32Array;
  readonly days: Int32Array;
  readonly touches: Int32Array;
  /** Ads they are credited to; 0 for none. */
  readonly ads: Int32Array;
  readonly isFinal: Uint8Array;
  /** Whole 1/100 yen. */
  readonly amounts: Float64Array;
  /** Milliseconds from the first touch; meaningless for direct conversions. */
  readonly latencies: Float64Array;
}

interface CreditedRow {
  id: number;
  day: number;
  n: number;
  ad_id: number;
  cv_type: number;
  amount_sen: number;
  latency_ms: number;
}

/** Cached months: a year for two requests. */
const MONTHS = createStore(24);

async function columnsOf(db: Database, month: ConversionScope): Promise<CreditedColumns> {
  const { sql, params } = creditedCondition(month);
  const rows = await db.read<CreditedRow>(
    `SELECT t.conversion_id AS id, t.day, t.n, t.ad_id, t.cv_type, t.amount_sen, t.latency_ms FROM conversion_touch t WHERE ${sql} ORDER BY t.day, t.conversion_id`,
    params,
    { prepared: true },
  );
  return {
    ids: Int32Array.from(rows, ({ id }) => id),
    days: Int32Array.from(rows, ({ day }) => day),
    touches: Int32Array.from(rows, ({ n }) => n),
    ads: Int32Array.from(rows, ({ ad_id: ad }) => ad),
    isFinal: Uint8Array.from(rows, ({ cv_type: type }) => Number(type === CvType.LAST_CV)),
    amounts: Float64Array.from(rows, ({ amount_sen: amount }) => amount),
    latencies: Float64Array.from(rows, ({ latency_ms: latency }) => latency),
  };
}

function concat<T extends Int32Array | Uint8Array | Float64Array>(
  whole: T,
  parts: readonly ArrayLike<number>[],
): T {
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads the report's conversions month by month; unchanged months are cached. */
export async function readCredited(db: Database, request: ConversionScope): Promise<CreditedColumns> {
  const months = await cacheByMonth(db, request, MONTHS, (month) => columnsOf(db, month));
  const count = months.reduce((sum, { ids }) => sum + ids.length, 0);
  return {
    ids: concat(
      new Int32Array(count),
      months.map(({ ids }) => ids),
    ),
    days: concat(
      new Int32Array(count),
      months.map(({ days }) => days),
    ),
    touches: concat(
      new Int32Array(count),
      months.map(({ touches }) => touches),
    ),
    ads: concat(
      new Int32Array(count),
      months.map(({ ads }) => ads),
    ),
    isFinal: concat(
      new Uint8Array(count),
      months.map(({ isFinal }) => isFinal),
    ),
    amounts: concat(
      new Float64Array(count),
      months.map(({ amounts }) => amounts),
    ),
    latencies: concat(
      new Float64Array(count),
      months.map(({ latencies }) => latencies),
    ),
  };
}
