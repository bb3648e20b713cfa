import { sum, type Journeys } from '../journeys';

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

/** Returns the area under the ROC curve of predictions, for the conversions and nulls that share each. */
function areaUnder(conversions: Float64Array, nulls: Float64Array): number {
  const predictions = conversions.map((n, state) => n / (n + nulls[state]!));
  // States without journeys predict nothing.
  const known = predictions.filter((prediction) => !Number.isNaN(prediction));
  const low = known.reduce((least, one) => Math.min(least, one), Infinity);
  const high = known.reduce((most, one) => Math.max(most, one), -Infinity);
  const thresholds = Array.from({ length: THRESHOLDS }, (_, q) =>
    Math.min(high, low + (q * (high - low)) / (THRESHOLDS - 1)),
  );
  // Hits and alarms by the highest threshold that their prediction reaches.
  const [hitsAt, alarmsAt] = [new Float64Array(THRESHOLDS), new Float64Array(THRESHOLDS)];
  for (const [state, prediction] of predictions.entries()) {
    if (Number.isNaN(prediction)) continue;
    let q = high > low ? Math.round(((prediction - low) / (high - low)) * (THRESHOLDS - 1)) : THRESHOLDS - 1;
    while (prediction < thresholds[q]!) q--;
    while (q + 1 < THRESHOLDS && prediction >= thresholds[q + 1]!) q++;
    hitsAt[q]! += conversions[state]!;
    alarmsAt[q]! += nulls[state]!;
  }
  // The curve begins at (0, 0), where no prediction is positive.
  const [all, none] = [sum(conversions), sum(nulls)];
  let area = 0;
  let hits = 0;
  for (let q = THRESHOLDS - 1; q >= 0; q--) {
    area += (alarmsAt[q]! / none) * ((2 * hits + hitsAt[q]!) / all / 2);
    hits += hitsAt[q]!;
  }
  return area;
}

/** Returns a number for the last `order` values of each path, or all of a shorter one; below values + 1 to its power. */
function lastWindows({ values, touches, ends }: Journeys, order: number): Int32Array {
  const base = values.length + 1;
  return ends.map((end, path) => {
    let window = 0;
    for (let at = Math.max(end - order, ends[path - 1] ?? 0); at < end; at++)
      window = window * base + touches[at]! + 1;
    return window;
  });
}

/**
 * Measures how well each order predicts a conversion from the last state (data-driven.md section 2). Without
 * nulls there is nothing to predict and areas are null. Memory grows with the number of values to the power of
 * the order.
 */
export function fitOrders(journeys: Journeys, orders: readonly number[]): OrderFit[] {
  const [conversions, nulls] = [sum(journeys.conversions), sum(journeys.nulls)];
  const np = conversions + nulls;
  return orders.map((order) => {
    const nodes = nodesOf(journeys.values.length, order);
    if (conversions === 0 || nulls === 0 || np - nodes - 1 <= 0)
      return { order, auc: null, penalisedAuc: null, nodes };
    const size = (journeys.values.length + 1) ** order;
    const [converted, not] = [new Float64Array(size), new Float64Array(size)];
    for (const [path, window] of lastWindows(journeys, order).entries()) {
      converted[window]! += journeys.conversions[path]!;
      not[window]! += journeys.nulls[path]!;
    }
    const auc = areaUnder(converted, not);
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
