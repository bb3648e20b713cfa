/** One landing page of a redirect with its deliver rate in whole percent. */
export interface Variant {
  readonly id: number;
  readonly rate: number;
}

/** What a redirect's rates must make together. */
export const WHOLE_RATE = 100;

/**
 * Chooses the landing page of a click. A visitor keeps its variant while that exists; else one is
 * chosen by the rates.
 *
 * @param variants in the order of the redirect.
 * @param random a number in [0, 1), drawn by the caller.
 * @param kept id of the variant that the visitor had before, if any.
 * @returns null when there is no variant to deliver (none, or all rates 0).
 */
export function chooseVariant<V extends Variant>(
  variants: readonly V[],
  random: number,
  kept?: number | null,
): V | null {
  const before = variants.find((variant) => variant.id === kept);
  if (before) return before;
  const deliverable = variants.filter((variant) => variant.rate > 0);
  // Rates that do not make the whole (an old or foreign record) still share all clicks.
  const whole = deliverable.reduce((sum, variant) => sum + variant.rate, 0);
  let rest = random * whole;
  for (const variant of deliverable) {
    if (rest < variant.rate) return variant;
    rest -= variant.rate;
  }
  return deliverable.at(-1) ?? null;
}
