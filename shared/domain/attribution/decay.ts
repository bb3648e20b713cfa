import type { Model, WeightTerm } from './model';

/** The part of the weight that remains with each step back (domain.md section 4). */
const DECAY_RATE = 0.7;
/** Longest sum written in full; longer ones omit the middle. */
const MAX_ADDENDS = 6;

/** Writes a sum, omitting the middle of many addends. */
function formatSum(addends: readonly string[]): string {
  const terms = addends.length > MAX_ADDENDS ? [...addends.slice(0, 3), '…', ...addends.slice(-1)] : addends;
  return terms.length > 1 ? `(${terms.join(' + ')})` : (terms[0] ?? '0');
}

/** Returns a power of the decay rate. */
const decayPower = (steps: number): WeightTerm => ({
  weight: DECAY_RATE ** steps,
  expression: () => (steps === 0 ? '1' : steps === 1 ? String(DECAY_RATE) : `${DECAY_RATE}^${steps}`),
});

/** DECAY: 0.7^(n-i) / sum over j of 0.7^(n-j) (domain.md section 4). */
export const decay: Model = {
  weights: (adIds) => {
    const touches = adIds.map((_, index) => decayPower(adIds.length - 1 - index));
    // Weights rise with the index. Adding from the smallest keeps the sum exact to the last bits.
    const weight = touches.reduce((sum, touch) => sum + touch.weight, 0);
    return {
      touches,
      whole: {
        weight,
        expression: () => formatSum(touches.map(({ expression: written }) => written()).reverse()),
      },
    };
  },
};
