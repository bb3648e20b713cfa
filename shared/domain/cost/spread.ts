import { costChangeLimits } from './fees';
import { EXTRAPOLATION_FACTOR, resultFactor } from './simulation';

/** A row that can receive a part of a budget: its cost, and the results that the cost brought. */
export interface SpreadRow {
  readonly key: string;
  /** In yen. */
  readonly cost: number;
  /** Results: conversions or sales. */
  readonly results: number;
}

/** A budget spread over rows. */
export interface Spread {
  /** Additional cost in yen by row, whole yen; rows that receive nothing are missing. */
  readonly parts: ReadonlyMap<string, number>;
  /** Part of the budget that no row may take, in yen. */
  readonly rest: number;
}

/** Number of steps that a budget is spread in: enough to look smooth, few enough for hundreds of rows. */
const STEPS = 100;

/** Returns the results of a row after more cost, by the curve of the simulation. */
export const resultsAfter = ({ cost, results }: SpreadRow, more: number, elasticity: number): number =>
  results * resultFactor(cost, cost + more, elasticity);

/**
 * Spreads a budget over the rows that gain most: in steps of a hundredth of it, each to the row whose results
 * grow most by it. No row gets more than its own cost, because beyond twice the cost (EXTRAPOLATION_FACTOR) the
 * past says little. Greedy steps are the best spread if results grow less than proportionally (elasticity below
 * 1), because each row then gains less with every step. Rows without cost or results receive nothing, and at
 * most as many rows as a simulation may change receive something.
 *
 * @param budget in yen, whole
 */
export function spreadBudget(rows: readonly SpreadRow[], budget: number, elasticity: number): Spread {
  const parts = new Map<string, number>();
  const step = Math.max(1, Math.floor(budget / STEPS));
  const room = (row: SpreadRow): number =>
    Math.floor(row.cost * (EXTRAPOLATION_FACTOR - 1)) - (parts.get(row.key) ?? 0);
  /** Returns the gain of a row by its next step, per yen. */
  const gainOf = (row: SpreadRow, left: number): number => {
    const more = Math.min(step, left, room(row));
    const given = parts.get(row.key) ?? 0;
    return more <= 0
      ? 0
      : (resultsAfter(row, given + more, elasticity) - resultsAfter(row, given, elasticity)) / more;
  };
  // Under one elasticity, a row with more results per yen always gains more at the same multiple of its cost.
  const usable = rows
    .filter(({ cost, results }) => cost > 0 && results > 0)
    .sort((a, b) => b.results / b.cost - a.results / a.cost)
    .slice(0, costChangeLimits.rows);
  let left = Math.max(0, Math.floor(budget));
  while (left > 0) {
    let best: SpreadRow | undefined;
    let most = 0;
    for (const row of usable) {
      const gain = gainOf(row, left);
      if (gain > most) [best, most] = [row, gain];
    }
    if (!best) break;
    const more = Math.min(step, left, room(best));
    parts.set(best.key, (parts.get(best.key) ?? 0) + more);
    left -= more;
  }
  return { parts, rest: left };
}
