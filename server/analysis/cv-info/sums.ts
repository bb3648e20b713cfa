import { CvType } from '../../../shared/catalog';
import { binOf, LATENCY_BINS, quantileOf, quantileRank, QUANTILES, TOUCH_BINS, type QuantileName } from '../../../shared/domain/journey';
import { recordOf, keysOf } from '../../../shared/records';
import type { Database } from '../../db/database';
import type { Part } from '../report/report';
import { credited, type Counted } from './credited';
import { byMonth, shelf } from './kept';

/** Sums of the report's conversions of one path length and type. */
export interface LengthSums {
  readonly touches: number;
  readonly isFinal: boolean;
  readonly count: number;
  /** Whole 1/100 yen. */
  readonly amountSen: number;
  /** Milliseconds from the first touch, added up. */
  readonly latencyMs: number;
}

/** A conversion as far as sums and distributions are made of it. */
interface CreditedRow {
  n: number;
  cv_type: number;
  amount_sen: number;
  latency_ms: number;
}

/** The conversions of one month: their sums by path length and type, and how long each took that had a contact. */
export interface MonthSpread {
  readonly sums: readonly LengthSums[];
  /** Milliseconds from the first touch to final conversions, and to others. */
  readonly latencies: { readonly final: Float64Array; readonly other: Float64Array };
}

/** Months of which this is kept: a year of two questions. */
const MONTHS = shelf(24);

/** Adds sums of the same path length and type up. Money is whole 1/100 yen until it is told. */
function addedUp(parts: Iterable<LengthSums>): LengthSums[] {
  const found = new Map<string, LengthSums>();
  for (const part of parts) {
    const key = `${part.touches} ${part.isFinal}`;
    const before = found.get(key);
    found.set(key, before ? { ...part, count: before.count + part.count, amountSen: before.amountSen + part.amountSen, latencyMs: before.latencyMs + part.latencyMs } : part);
  }
  return [...found.values()].sort((a, b) => a.touches - b.touches || Number(a.isFinal) - Number(b.isFinal));
}

async function spreadOf(db: Database, month: Counted): Promise<MonthSpread> {
  const { sql, params } = credited(month);
  const rows = await db.read<CreditedRow>(`SELECT t.n, t.cv_type, t.amount_sen, t.latency_ms FROM conversion_touch t WHERE ${sql}`, params);
  const final = ({ cv_type: type }: CreditedRow): boolean => type === CvType.LAST_CV;
  const led = rows.filter(({ n }) => n > 0);
  const took = (some: readonly CreditedRow[]): Float64Array => Float64Array.from(some, ({ latency_ms: latency }) => latency);
  return {
    sums: addedUp(rows.map((row) => ({ touches: row.n, isFinal: final(row), count: 1, amountSen: row.amount_sen, latencyMs: row.latency_ms }))),
    latencies: { final: took(led.filter(final)), other: took(led.filter((row) => !final(row))) },
  };
}

/** The report's conversions month by month: a look at each of them, once for each month until it changes. */
export const readSpreads = (db: Database, request: Counted): Promise<MonthSpread[]> => byMonth(db, request, MONTHS, (month) => spreadOf(db, month));

/** All of the report in a few sums. */
export const sumsOf = (months: readonly MonthSpread[]): LengthSums[] => addedUp(months.flatMap(({ sums }) => sums));

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
  const amount = sum(finals, ({ amountSen }) => amountSen) / 100;
  return {
    count: count(rows),
    cvTotalFinal: count(finals),
    cvTotalMiddle: count(rows) - count(finals),
    directCount: count(rows.filter(({ touches }) => touches === 0)),
    amountSum: amount,
    amountAvg: over(amount, count(finals)),
    adTouchAvg: over(sum(led, ({ touches, count: times }) => touches * times), count(led)),
    averageLatency: over(sum(led, ({ latencyMs }) => latencyMs) / 1000, count(led)),
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

/** How long it took from the first touch; direct conversions have none. Quantiles are exact: values at their ranks. */
export function latencyDistribution(months: readonly MonthSpread[]) {
  const counted = (of: keyof MonthSpread['latencies'], isFinal: boolean) => {
    const counts = LATENCY_BINS.map(() => 0);
    for (const { latencies } of months) for (const latency of latencies[of]) counts[binOf(LATENCY_BINS, latency / 1000)]! += 1;
    return counts.map((count, bin) => ({ bin, count, isFinal }));
  };
  const sorted = concatenated(months.flatMap(({ latencies: { final, other } }) => [final, other])).sort();
  const quantiles: Quantiles = recordOf(keysOf(QUANTILES), (name) => {
    const value = sorted[quantileRank(QUANTILES[name], sorted.length) - 1];
    return value === undefined ? null : value / 1000;
  });
  return { ...quantiles, bars: barsOf(LATENCY_BINS, [...counted('final', true), ...counted('other', false)]) };
}

function concatenated(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let place = 0;
  for (const part of parts) {
    all.set(part, place);
    place += part.length;
  }
  return all;
}
