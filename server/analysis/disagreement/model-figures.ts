import { AttributionModel, enumValues } from '../../../shared/catalog';
import type { CreditMeasure } from '../../../shared/domain/attribution';

type Credit = number | null;

/** Cost and earnings of a row under a model; see schema/disagreement.graphql. */
export interface ModelFigures {
  readonly model: string;
  readonly cv: Credit;
  readonly amount: Credit;
  readonly cpa: Credit;
  readonly roas: Credit;
  readonly profit: Credit;
}

const divided = (above: Credit, below: Credit): Credit =>
  above === null || below === null || below <= 0 ? null : above / below;

/** Fields of the models in the order of credits: those that divide single conversions, then Markov chains. */
export const MODEL_KEYS: readonly string[] = [
  ...enumValues(AttributionModel).map((number) => `attr_${number}`),
  ...[1, 2, 3].map((order) => `markov_${order}`),
];

/**
 * Returns conversions, sales, CPA, ROAS and profit of a row under each model.
 * @param credits credits of the measure, in the order of `MODEL_KEYS`
 * @param others credits of the other measure
 * @param cost ad cost in yen
 */
export const modelFigures = (
  measure: CreditMeasure,
  credits: readonly Credit[],
  others: readonly Credit[],
  cost: Credit,
): ModelFigures[] =>
  MODEL_KEYS.map((model, index) => {
    const [credit = null, other = null] = [credits[index], others[index]];
    const [cv, amount] = measure === 'cv' ? [credit, other] : [other, credit];
    return {
      ...{ model, cv, amount },
      cpa: divided(cost, cv),
      roas: divided(amount, cost),
      profit: amount === null || cost === null ? null : amount - cost,
    };
  });

/** Returns the smallest and the largest profit of the models. */
export function profitRange(figures: readonly ModelFigures[]): { profitMin: Credit; profitMax: Credit } {
  const profits = figures.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  return profits.length === 0
    ? { profitMin: null, profitMax: null }
    : { profitMin: Math.min(...profits), profitMax: Math.max(...profits) };
}
