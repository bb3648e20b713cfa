import { measureOf, type MetricValues } from './evaluate';
import type { MeasureKey } from './measures';

/** Measures of cost per result: a cost without a result ranks worst; without a cost there is no rank. */
const COST_PER_RESULT: Partial<Record<MeasureKey, MeasureKey>> = { cpa: 'adCost', attrCpa: 'adCost' };

/** Returns the cost that a rank requires, or undefined if the measure's value is the rank. */
export const rankingCostOf = (key: MeasureKey): MeasureKey | undefined => COST_PER_RESULT[key];

type PartialValues = Readonly<Partial<MetricValues>>;

/**
 * Returns the sort value of a row: the measure's value, Infinity for a cost without a result, null if
 * unranked.
 */
export function rankOf(key: MeasureKey, values: PartialValues): number | null {
  const cost = rankingCostOf(key);
  return values[key] ?? (cost && (values[cost] ?? 0) > 0 ? Infinity : null);
}

/** Ranked row. Of equal ranks, the higher cost is the worse. */
interface RankedRow {
  readonly figures: PartialValues;
  readonly id: number;
}

/**
 * Returns the best and the worst rows by a measure, most extreme first. A rank of zero or infinity is never
 * among the best, and no row is in both lists. For a neutral measure, higher counts as better.
 */
export function bestAndWorst<T extends RankedRow>(
  rows: readonly T[],
  key: MeasureKey,
  size: number,
): { best: T[]; worst: T[] } {
  const sign = measureOf(key).direction === 'down' ? 1 : -1;
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(key, row.figures);
    return rank === null ? [] : [{ row, rank }];
  });
  const cost = ({ row }: (typeof ranked)[number]): number => row.figures.adCost ?? 0;
  ranked.sort((a, b) =>
    a.rank === b.rank ? cost(a) - cost(b) || a.row.id - b.row.id : sign * (a.rank - b.rank),
  );
  const best = ranked.filter(({ rank }) => rank !== 0 && rank !== Infinity).slice(0, size);
  const taken = new Set(best);
  const worst = ranked
    .filter((one) => !taken.has(one))
    .slice(-size)
    .reverse();
  return { best: best.map(({ row }) => row), worst: worst.map(({ row }) => row) };
}
