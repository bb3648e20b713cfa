/** Landing page of a redirect with its deliver rate in whole percent. */
export interface Variant {
  readonly id: number;
  readonly rate: number;
}

/** Sum of a redirect's rates. */
export const WHOLE_RATE = 100;

/**
 * Chooses the landing page of a click. A returning visitor keeps the variant while it exists; otherwise the
 * rates decide.
 *
 * @param variants in the order of the redirect
 * @param random a number in [0, 1), drawn by the caller
 * @param currentId id of the visitor's earlier variant, if any
 * @returns null if no variant can be delivered (none, or all rates 0)
 */
export function chooseVariant<V extends Variant>(
  variants: readonly V[],
  random: number,
  currentId?: number | null,
): V | null {
  const before = variants.find((variant) => variant.id === currentId);
  if (before) return before;
  const deliverable = variants.filter((variant) => variant.rate > 0);
  // Old or foreign records may have rates that don't add up to 100; they still share all clicks.
  const whole = deliverable.reduce((sum, variant) => sum + variant.rate, 0);
  let rest = random * whole;
  for (const variant of deliverable) {
    if (rest < variant.rate) return variant;
    rest -= variant.rate;
  }
  return deliverable.at(-1) ?? null;
}
