/**
 * Rounds half away from zero on the number's shortest decimal form, as readers expect: 1.005 to two decimals
 * is 1.01, -2.5 to none is -3 (domain.md section 2).
 *
 * @param decimals number of decimals, 0 or more
 */
export function roundHalfAway(value: number, decimals: number): number {
  if (!Number.isFinite(value)) return value;
  const rounded = shift(Math.round(shift(Math.abs(value), decimals)), -decimals);
  // Avoids negative zero.
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/** Returns value x 10^places by moving the decimal point of its text, which avoids multiplication errors. */
export function shift(value: number, places: number): number {
  const [digits, exponent = '0'] = String(value).split('e');
  return Number(`${digits}e${Number(exponent) + places}`);
}

/**
 * Rounds parts so that they add up to the rounded whole (largest remainder, domain.md section 2). Each part
 * is rounded down; the missing units go to the largest remainders, the earlier part first.
 *
 * @param parts numbers of any sign
 * @param decimals number of decimals
 */
export function roundParts(parts: readonly number[], decimals: number): number[] {
  const exact = parts.map((part) => shift(part, decimals));
  const floors = exact.map(Math.floor);
  const whole = roundHalfAway(
    shift(
      parts.reduce((sum, part) => sum + part, 0),
      decimals,
    ),
    0,
  );
  const lacking = whole - floors.reduce((sum, floor) => sum + floor, 0);
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value - Math.floor(value) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  const raised = new Set(byRemainder.slice(0, Math.max(0, lacking)).map(({ index }) => index));
  return floors.map((value, index) => shift(value + (raised.has(index) ? 1 : 0), -decimals));
}
