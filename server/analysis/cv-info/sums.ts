import {
  binIndex,
  LATENCY_BINS,
  quantileOf,
  quantileRank,
  QUANTILES,
  TOUCH_BINS,
  type QuantileName,
} from '../../../shared/domain/journey';
import { recordOf, keysOf } from '../../../shared/records';
import type { Part } from '../report/report';
import type { CreditedColumns } from './credited-columns';

/** Sums of the report's conversions with one path length and type. */
export interface LengthSums {
  readonly touches: number;
  readonly isFinal: boolean;
  readonly count: number;
  /** Whole 1/100 yen. */
  readonly amountSen: number;
  /** Total milliseconds from the first touch. */
  readonly latencyMs: number;
}

/** Sums the report's conversions by path length and type. */
export function sumsOf({ touches, isFinal, amounts, latencies }: CreditedColumns): LengthSums[] {
  const byLength = new Map<number, { -readonly [K in keyof LengthSums]: LengthSums[K] }>();
  for (const [row, n] of touches.entries()) {
    const final = isFinal[row]!;
    const key = n * 2 + final;
    const sums = byLength.get(key) ?? {
      touches: n,
      isFinal: final === 1,
      count: 0,
      amountSen: 0,
      latencyMs: 0,
    };
    sums.count += 1;
    sums.amountSen += amounts[row]!;
    sums.latencyMs += latencies[row]!;
    byLength.set(key, sums);
  }
  return [...byLength].sort(([a], [b]) => a - b).map(([, sums]) => sums);
}

/** Total of the report. Fields that equal ad statistics have the same names. */
export const TOTAL: Part = {
  type: 'CvInfoTotal',
  fields: {
    count: 'int',
    cvTotalFinal: 'int',
    cvTotalMiddle: 'int',
    directCount: 'int',
    amountSum: 'float',
    amountAvg: 'float?',
    adTouchAvg: 'float?',
    averageLatency: 'float?',
  },
};

const sum = (rows: readonly LengthSums[], of: (row: LengthSums) => number): number =>
  rows.reduce((total, row) => total + of(row), 0);
const divide = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/**
 * Computes the total. Counts cover all conversions; sales and means cover final ones, as in ad statistics.
 */
export function totalOf(rows: readonly LengthSums[]) {
  const count = (some: readonly LengthSums[]): number => sum(some, (row) => row.count);
  const finals = rows.filter(({ isFinal }) => isFinal);
  const withTouches = finals.filter(({ touches }) => touches > 0);
  const amount = sum(finals, ({ amountSen }) => amountSen) / 100;
  return {
    count: count(rows),
    cvTotalFinal: count(finals),
    cvTotalMiddle: count(rows) - count(finals),
    directCount: count(rows.filter(({ touches }) => touches === 0)),
    amountSum: amount,
    amountAvg: divide(amount, count(finals)),
    adTouchAvg: divide(
      sum(withTouches, ({ touches, count: times }) => touches * times),
      count(withTouches),
    ),
    averageLatency: divide(sum(withTouches, ({ latencyMs }) => latencyMs) / 1000, count(withTouches)),
  };
}

const QUANTILE_FIELDS = recordOf(keysOf(QUANTILES), () => 'float?' as const);
const BAR: Part = {
  type: 'CvInfoBar',
  list: true,
  fields: { from: 'float', to: 'float?', count: 'int', cvFinal: 'int' },
};

/** Distribution of a number over the report's conversions. */
export const DISTRIBUTION: Part = { type: 'CvInfoDistribution', fields: { ...QUANTILE_FIELDS, bars: BAR } };

type Quantiles = Record<QuantileName, number | null>;

/** Returns the bars of a histogram; the last one is open-ended. */
function barsOf(
  bins: readonly number[],
  values: Iterable<{ readonly bin: number; readonly count: number; readonly isFinal: boolean }>,
) {
  const bars = bins.map((from, index) => ({ from, to: bins[index + 1] ?? null, count: 0, cvFinal: 0 }));
  for (const { bin, count, isFinal } of values) {
    const bar = bars[bin];
    if (!bar) continue;
    bar.count += count;
    if (isFinal) bar.cvFinal += count;
  }
  return bars;
}

/**
 * Returns the distribution of touch counts. Direct conversions have a separate bar and no part in the
 * quantiles.
 */
export function touchDistribution(rows: readonly LengthSums[]) {
  const withTouches = rows
    .filter(({ touches }) => touches > 0)
    .map(({ touches, count }) => [touches, count] as const);
  const quantiles: Quantiles = recordOf(keysOf(QUANTILES), (name) =>
    quantileOf(withTouches, QUANTILES[name]),
  );
  return {
    ...quantiles,
    bars: barsOf(
      TOUCH_BINS,
      rows.map((row) => ({ ...row, bin: binIndex(TOUCH_BINS, row.touches) })),
    ),
  };
}

/**
 * Returns the distribution of latencies; direct conversions have none. Quantiles are exact: values at their
 * ranks.
 */
export function latencyDistribution(columns: CreditedColumns) {
  const { latencies, touches } = columns;
  const sorted = latencies.filter((_, row) => touches[row]! > 0).sort();
  const quantiles: Quantiles = recordOf(keysOf(QUANTILES), (name) => {
    const value = sorted[quantileRank(QUANTILES[name], sorted.length) - 1];
    return value === undefined ? null : value / 1000;
  });
  return { ...quantiles, bars: barsOf(LATENCY_BINS, latencyBins(columns)) };
}

function* latencyBins({ latencies, touches, isFinal }: CreditedColumns) {
  for (const [row, latency] of latencies.entries()) {
    if (touches[row]! > 0)
      yield { bin: binIndex(LATENCY_BINS, latency / 1000), count: 1, isFinal: isFinal[row] === 1 };
  }
}
