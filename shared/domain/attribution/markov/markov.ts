import { creditOf, type CreditMeasure, type Journeys } from '../journeys';
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

/** Leaves out the journeys without conversion. */
export const withoutNulls = (journeys: Journeys): Journeys => ({
  ...journeys,
  nulls: new Float64Array(journeys.nulls.length),
});

/**
 * Computes credit by removal effects in a Markov chain over windows of `order` values (Anderl et al. 2016;
 * data-driven.md section 2).
 *
 * @param steps those of the journeys, if they are known
 */
export function markovCredit(
  journeys: Journeys,
  order: number,
  measure: CreditMeasure = 'cv',
  steps: Steps = stepsOf(journeys, order),
): MarkovCredit {
  const { values, conversions, nulls } = journeys;
  const credit = creditOf(journeys, measure);
  const chain = chainOf(steps, { journeys: conversions.map((n, path) => n + nulls[path]!), credit });
  const { base, effects: byPlace } = order === 1 ? denseEffects(chain) : sparseEffects(chain);
  const effects = new Map([...byPlace].map(([place, effect]) => [values[place]!, effect]));
  const credits = creditsOf(
    effects,
    credit.reduce((sum, one) => sum + one, 0),
  );
  return {
    base,
    states: steps.size,
    transitions: steps.from.length,
    effects: credits && effects,
    credits,
  };
}
