/**
 * Returns P(|T| <= t) for t = sqrt(df) tan(angle), in closed form for whole degrees of freedom: Abramowitz and
 * Stegun, Handbook of Mathematical Functions (1964), 26.7.3 and 26.7.4.
 */
function centralProbability(angle: number, df: number): number {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = df % 2 === 1;
  let term = isOdd ? cos : 1;
  let sum = df === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < df; k += 2) {
    term *= ((k - 1) / k) * cos * cos;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sin * sum) : sin * sum;
}

/**
 * Returns the quantile of Student's t distribution.
 *
 * @param p probability, from 0.5 to below 1
 * @param df degrees of freedom, a whole number from 1
 */
export function studentQuantile(p: number, df: number): number {
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (centralProbability(middle, df) < 2 * p - 1) low = middle;
    else high = middle;
  }
  return Math.sqrt(df) * Math.tan((low + high) / 2);
}
