import { measureOf, type Figures } from './evaluate';
import type { MeasureKey } from './measures';

/** Measures of cost a result: with a cost and no result it is the worst of all, and none with neither. */
const COST_A_RESULT: Partial<Record<MeasureKey, MeasureKey>> = { cpa: 'adCost', attrCpa: 'adCost' };

/** The cost without which there is no rank by a measure; undefined where ranks are the measure's values. */
export const costRankedBy = (key: MeasureKey): MeasureKey | undefined => COST_A_RESULT[key];

type Known = Readonly<Partial<Figures>>;

/** By what figures rank under a measure: its value, or Infinity for a cost that brought nothing; null: not at all. */
export function rankOf(key: MeasureKey, figures: Known): number | null {
  const cost = costRankedBy(key);
  return figures[key] ?? (cost && (figures[cost] ?? 0) > 0 ? Infinity : null);
}

/** Something with figures that is ranked, and what decides between those that rank alike: the higher cost is the worse. */
interface Ranked {
  readonly figures: Known;
  readonly id: number;
}

/**
 * The best and the worst by a measure, each the most extreme first. What comes to nothing is never among the best, and
 * nobody stands in both. A measure that is neither good nor bad counts as better the higher it is.
 */
export function bestAndWorst<T extends Ranked>(
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
