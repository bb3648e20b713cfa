import { creditOf, sum, type CreditMeasure, type Journeys } from '../journeys';
import { denseRemovals } from './dense-effects';
import { sparseRemovals } from './sparse-effects';
import { byLastState, chainOf, rewardOf, stepsOf } from './steps';

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
  const all = sum(effects.values());
  return all > 0 ? new Map([...effects].map(([value, effect]) => [value, (effect / all) * total])) : null;
}

/**
 * Prepares credit by removal effects in a Markov chain over windows of `order` values (Anderl et al. 2016;
 * data-driven.md section 2), for conversions and their amounts.
 */
export function markovChain(journeys: Journeys, order: number): (measure: CreditMeasure) => MarkovCredit {
  const steps = stepsOf(journeys, order);
  const chain = chainOf(steps, journeys);
  const removals = order === 1 ? denseRemovals(chain) : sparseRemovals(chain);
  return (measure) => {
    const credit = byLastState(steps, creditOf(journeys, measure));
    const { base, effects: byPlace } = removals(rewardOf(chain, credit));
    const effects = new Map([...byPlace].map(([place, effect]) => [journeys.values[place]!, effect]));
    const credits = creditsOf(effects, sum(credit));
    return {
      base,
      states: steps.size,
      transitions: steps.from.length,
      effects: credits && effects,
      credits,
    };
  };
}

/** Computes credit by removal effects; see `markovChain`. */
export const markovCredit = (
  journeys: Journeys,
  order: number,
  measure: CreditMeasure = 'cv',
): MarkovCredit => markovChain(journeys, order)(measure);
