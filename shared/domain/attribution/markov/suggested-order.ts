import type { Journeys } from '../journeys';
import { stepsOf, type Steps } from './steps';

/** How well the last state of an order predicts conversions, on the same journeys (in-sample). */
export interface OrderFit {
  readonly order: number;
  readonly auc: number | null;
  readonly penalisedAuc: number | null;
  /** C(values + order - 1, order). */
  readonly nodes: number;
}

/** Thresholds of the ROC curve, from the lowest to the highest prediction. */
const THRESHOLDS = 100;

const nodesOf = (values: number, order: number): number => {
  let nodes = 1;
  for (let k = 1; k <= order; k++) nodes = (nodes * (values + k - 1)) / k;
  return Math.round(nodes);
};

const sum = (numbers: Float64Array): number => numbers.reduce((all, one) => all + one, 0);

/** Returns the area under the ROC curve of predictions by state. */
function areaUnder(states: readonly { conversions: number; nulls: number }[]): number {
  const predictions = states.map(({ conversions, nulls }) => conversions / (conversions + nulls));
  const [low, high] = [Math.min(...predictions), Math.max(...predictions)];
  const all = states.reduce((sum, { conversions }) => sum + conversions, 0);
  const none = states.reduce((sum, { nulls }) => sum + nulls, 0);
  let [area, hitsBefore, alarmsBefore] = [0, 1, 1];
  for (let q = 0; q < THRESHOLDS; q++) {
    const threshold = Math.min(high, low + (q * (high - low)) / (THRESHOLDS - 1));
    let [hits, alarms] = [0, 0];
    for (const [index, { conversions, nulls }] of states.entries()) {
      if (predictions[index]! < threshold) continue;
      hits += conversions / all;
      alarms += nulls / none;
    }
    area += ((alarmsBefore - alarms) * (hits + hitsBefore)) / 2;
    [hitsBefore, alarmsBefore] = [hits, alarms];
  }
  // The curve ends at (0, 0), where no prediction is positive.
  return area + (alarmsBefore * hitsBefore) / 2;
}

/**
 * Measures how well each order predicts a conversion from the last state (data-driven.md section 2). Without
 * nulls there is nothing to predict and areas are null.
 */
export function fitOrders(
  journeys: Journeys,
  orders: readonly number[],
  stepsAt = (order: number): Steps => stepsOf(journeys, order),
): OrderFit[] {
  const [conversions, nulls] = [sum(journeys.conversions), sum(journeys.nulls)];
  const np = conversions + nulls;
  return orders.map((order) => {
    const { placesOf, last } = stepsAt(order);
    const nodes = nodesOf(new Set(placesOf.flat()).size, order);
    if (conversions === 0 || nulls === 0 || np - nodes - 1 <= 0)
      return { order, auc: null, penalisedAuc: null, nodes };
    const ends = placesOf.map(() => ({ conversions: 0, nulls: 0 }));
    for (const [path, state] of last.entries()) {
      const end = ends[state]!;
      end.conversions += journeys.conversions[path]!;
      end.nulls += journeys.nulls[path]!;
    }
    const auc = areaUnder(ends.filter((end) => end.conversions + end.nulls > 0));
    return { order, auc, penalisedAuc: 1 - ((1 - auc) * (np - 1)) / (np - nodes - 1), nodes };
  });
}

/** Returns the order with the largest penalised area; null if there is none. */
export function suggestOrder(fits: readonly OrderFit[]): number | null {
  let best: OrderFit | null = null;
  for (const fit of fits)
    if (fit.penalisedAuc !== null && fit.penalisedAuc > (best?.penalisedAuc ?? -Infinity)) best = fit;
  return best?.order ?? null;
}
