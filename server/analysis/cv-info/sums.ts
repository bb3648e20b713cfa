import { CvType } from '../../../shared/catalog';
import { binOf, LATENCY_BINS, quantileOf, quantileRank, QUANTILES, TOUCH_BINS, type QuantileName } from '../../../shared/domain/journey';
import { recordOf, keysOf } from '../../../shared/records';
import type { Database } from '../../db/database';
import type { Part } from '../report/report';
import type { ReportRequest } from '../report/request';
import { credited } from './credited';

/** Sums of the report's conversions of one path length and type. */
export interface LengthSums {
  readonly touches: number;
  readonly isFinal: boolean;
  readonly count: number;
  /** Yen. */
  readonly amount: number;
  /** Seconds from the first touch, added up. */
  readonly latency: number;
}

interface LengthRow {
  n: number;
  cv_type: number;
  count: number | string;
  amount_sen: number | string;
  latency_ms: number | string;
}

/** All of the report in a few sums. */
export async function readSums(db: Database, request: ReportRequest): Promise<LengthSums[]> {
  const { sql, params } = credited(request);
  const rows = await db.read<LengthRow>(
    `SELECT t.n, t.cv_type, COUNT(*) AS count, SUM(t.amount_sen) AS amount_sen, SUM(t.latency_ms) AS latency_ms
     FROM conversion_touch t WHERE ${sql} GROUP BY t.n, t.cv_type ORDER BY t.n, t.cv_type`,
    params,
  );
  return rows.map((row) => ({
    touches: row.n,
    isFinal: row.cv_type === CvType.LAST_CV,
    count: Number(row.count),
    amount: Number(row.amount_sen) / 100,
    latency: Number(row.latency_ms) / 1000,
  }));
}

/** The total of the report: what equals ad statistics of the same question is named as there. */
export const TOTAL: Part = {
  type: 'CvInfoTotal',
  fields: {
    count: 'int', cvTotalFinal: 'int', cvTotalMiddle: 'int', directCount: 'int', amountSum: 'float', amountAvg: 'float?', adTouchAvg: 'float?', averageLatency: 'float?',
  },
};

const sum = (rows: readonly LengthSums[], of: (row: LengthSums) => number): number => rows.reduce((total, row) => total + of(row), 0);
const over = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/** Counts are of all conversions; sales and means of final ones, as in ad statistics. */
export function totalOf(rows: readonly LengthSums[]) {
  const count = (some: readonly LengthSums[]): number => sum(some, (row) => row.count);
  const finals = rows.filter(({ isFinal }) => isFinal);
  const led = finals.filter(({ touches }) => touches > 0);
  const amount = sum(finals, (row) => row.amount);
  return {
    count: count(rows),
    cvTotalFinal: count(finals),
    cvTotalMiddle: count(rows) - count(finals),
    directCount: count(rows.filter(({ touches }) => touches === 0)),
    amountSum: amount,
    amountAvg: over(amount, count(finals)),
    adTouchAvg: over(sum(led, ({ touches, count: times }) => touches * times), count(led)),
    averageLatency: over(sum(led, ({ latency }) => latency), count(led)),
  };
}

const QUANTILE_FIELDS = recordOf(keysOf(QUANTILES), () => 'float?' as const);
const BAR: Part = { type: 'CvInfoBar', list: true, fields: { from: 'float', to: 'float?', count: 'int', cvFinal: 'int' } };

/** How a figure of the report's conversions is spread. */
export const DISTRIBUTION: Part = { type: 'CvInfoDistribution', fields: { ...QUANTILE_FIELDS, bars: BAR } };

type Quantiles = Record<QuantileName, number | null>;

/** Bars of a histogram; the last one has no end. */
function barsOf(bins: readonly number[], values: Iterable<{ readonly bin: number; readonly count: number; readonly isFinal: boolean }>) {
  const bars = bins.map((from, index) => ({ from, to: bins[index + 1] ?? null, count: 0, cvFinal: 0 }));
  for (const { bin, count, isFinal } of values) {
    const bar = bars[bin];
    if (!bar) continue;
    bar.count += count;
    if (isFinal) bar.cvFinal += count;
  }
  return bars;
}

/** How many touches led to the conversions; a bar of none are direct ones, which have no part in the quantiles. */
export function touchDistribution(rows: readonly LengthSums[]) {
  const led = rows.filter(({ touches }) => touches > 0).map(({ touches, count }) => [touches, count] as const);
  const quantiles: Quantiles = recordOf(keysOf(QUANTILES), (name) => quantileOf(led, QUANTILES[name]));
  return { ...quantiles, bars: barsOf(TOUCH_BINS, rows.map((row) => ({ ...row, bin: binOf(TOUCH_BINS, row.touches) }))) };
}

/** The bin of a latency as SQL; milliseconds there. */
const BIN_SQL = `CASE ${LATENCY_BINS.slice(1).map((end, bin) => `WHEN t.latency_ms < ${end * 1000} THEN ${bin}`).join(' ')} ELSE ${LATENCY_BINS.length - 1} END`;

/** How long it took from the first touch; direct conversions have none. Quantiles are exact: values at their ranks. */
export async function latencyDistribution(db: Database, request: ReportRequest) {
  const { sql, params } = credited(request);
  const ofLed = `FROM conversion_touch t WHERE ${sql} AND t.pos > 0`;
  const bins = await db.read<{ bin: number; cv_type: number; count: number | string }>(
    `SELECT ${BIN_SQL} AS bin, t.cv_type, COUNT(*) AS count ${ofLed} GROUP BY ${BIN_SQL}, t.cv_type`,
    params,
  );
  const values = bins.map(({ bin, cv_type: type, count }) => ({ bin, count: Number(count), isFinal: type === CvType.LAST_CV }));
  const n = values.reduce((total, { count }) => total + count, 0);
  const ranks = recordOf(keysOf(QUANTILES), (name) => quantileRank(QUANTILES[name], n));
  const places = [...new Set(Object.values(ranks))];
  const ranked = await db.read<{ place: number | string; latency_ms: number }>(
    `SELECT place, latency_ms FROM (SELECT t.latency_ms, ROW_NUMBER() OVER (ORDER BY t.latency_ms) AS place ${ofLed}) r WHERE place IN (${places.join(', ')})`,
    params,
  );
  const at = new Map(ranked.map(({ place, latency_ms: latency }) => [Number(place), latency / 1000]));
  const quantiles: Quantiles = recordOf(keysOf(QUANTILES), (name) => at.get(ranks[name]) ?? null);
  return { ...quantiles, bars: barsOf(LATENCY_BINS, values) };
}
