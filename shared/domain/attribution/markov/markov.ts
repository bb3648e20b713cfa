import { creditOf, type CreditMeasure, type JourneyPath } from '../journeys';
import { denseEffects } from './dense-effects';
import { sparseEffects } from './sparse-effects';
import { chainOf, stepsOf, type Steps } from './steps';

/** Credit of each value under a Markov chain. */
export interface MarkovCredit {
  /** Expected credit of a journey. */
  readonly base: number;
  /** Start and windows. */
  readonly states: number;
  /** Distinct transitions between them. */
  readonly transitions: number;
  /** Removal effects by value; null if there is nothing to credit. */
  readonly effects: ReadonlyMap<number, number> | null;
  /** Credits by value; they add up to the sum of all conversions or amounts. */
  readonly credits: ReadonlyMap<number, number> | null;
}

/** Divides a total in proportion to effects; null if all effects are 0. */
function creditsOf(effects: ReadonlyMap<number, number>, total: number): ReadonlyMap<number, number> | null {
  const sum = [...effects.values()].reduce((all, effect) => all + effect, 0);
  return sum > 0 ? new Map([...effects].map(([value, effect]) => [value, (effect / sum) * total])) : null;
}

/** Returns the paths that a chain counts. */
export const countedPaths = (paths: readonly JourneyPath[], includeNulls: boolean): JourneyPath[] =>
  (includeNulls ? paths : paths.map((path) => ({ ...path, nulls: 0 }))).filter(
    ({ conversions, nulls }) => conversions + nulls > 0,
  );

/**
 * Computes credit by removal effects in a Markov chain over windows of `order` values (Anderl et al. 2016;
 * data-driven.md section 2).
 *
 * @param paths journeys with and without conversion; see `countedPaths`
 * @param steps those of the paths, if they are known
 */
export function markovCredit(
  paths: readonly JourneyPath[],
  order: number,
  measure: CreditMeasure = 'cv',
  steps: Steps = stepsOf(paths, order),
): MarkovCredit {
  const credit = paths.map((path) => creditOf(path, measure));
  const chain = chainOf(steps, { journeys: paths.map((path) => path.conversions + path.nulls), credit });
  const total = credit.reduce((sum, one) => sum + one, 0);
  const size = { states: steps.size, transitions: steps.from.length };
  let base: number;
  let effects: ReadonlyMap<number, number>;
  if (order === 1) {
    const dense = denseEffects(chain);
    base = dense.base;
    effects = new Map(
      steps.valuesOf.flatMap(([value], state) =>
        value === undefined ? [] : [[value, dense.effects[state]!]],
      ),
    );
  } else ({ base, effects } = sparseEffects(chain));
  const credits = creditsOf(effects, total);
  return { base, ...size, effects: credits && effects, credits };
}
