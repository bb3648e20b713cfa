/** Nodes per panel: polynomials up to degree 19 are integrated exactly. */
const ORDER = 10;

/** Evaluates the Legendre polynomial of degree ORDER and its derivative at x. */
function legendre(x: number): [value: number, slope: number] {
  let [before, value] = [1, x];
  for (let degree = 2; degree <= ORDER; degree += 1)
    [before, value] = [value, ((2 * degree - 1) * x * value - (degree - 1) * before) / degree];
  return [value, (ORDER * (x * value - before)) / (x * x - 1)];
}

/** Finds the zeros of that polynomial, ascending, by Newton's method. */
function zeros(): number[] {
  return Array.from({ length: ORDER }, (_, index) => {
    let x = -Math.cos((Math.PI * (index + 0.75)) / (ORDER + 0.5));
    for (let step = 0; step < 8; step += 1) {
      const [value, slope] = legendre(x);
      x -= value / slope;
    }
    return x;
  });
}

/** Gauss-Legendre nodes on [-1, 1]. */
const nodes = Float64Array.from(zeros());
/** Weights of the nodes. */
const weights = nodes.map((x) => 2 / ((1 - x * x) * legendre(x)[1] ** 2));

/** Evaluates the polynomial that is 1 at one node and 0 at the others. */
const basis = (at: number, x: number): number =>
  nodes.reduce(
    (product, node, index) => (index === at ? product : (product * (x - node)) / (nodes[at]! - node)),
    1,
  );

/** One row per node: the contribution of each node's value to the integral from -1 to it. */
const inner: readonly Float64Array[] = Array.from(nodes, (end) =>
  nodes.map((_, k) => {
    const half = (end + 1) / 2;
    return nodes.reduce((sum, x, index) => sum + weights[index]! * half * basis(k, -1 + half * (x + 1)), 0);
  }),
);

/** Returns the dot product of two rows. */
function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += a[index]! * b[index]!;
  return sum;
}

/** Observations of one variant: trials (clicks) and successes (conversions). */
export interface Sample {
  readonly trials: number;
  readonly successes: number;
}

/** Returns whether the sample has a rate: it has trials, and no more successes than trials. */
export const isRate = ({ trials, successes }: Sample): boolean =>
  trials > 0 && successes >= 0 && successes <= trials;

/** Number of clicks that an expected loss is displayed for. */
export const LOSS_CLICKS = 1000;

/** Probability of a variant to be the best, and the expected cost of choosing it now. */
export interface Prospect {
  /** Probability that its rate is the highest. */
  readonly bestProbability: number;
  /** Mean difference between the highest rate and the variant's own rate. */
  readonly expectedLoss: number;
}

/**
 * Panel bounds in standard deviations from the mean: dense where the density bends, wide enough for one-sided
 * tails.
 */
const STEPS = [0.75, 1.5, 2.25, 3, 4, 5, 6.5, 8, 10, 13, 17, 22, 30];

/** Posterior of a rate under a uniform prior: Beta(successes + 1, failures + 1), scaled to 1 at its peak. */
class Posterior {
  private readonly successCount: number;
  private readonly failureCount: number;
  readonly mean: number;
  readonly deviation: number;

  constructor({ trials, successes }: Sample) {
    this.successCount = successes;
    this.failureCount = trials - successes;
    const whole = trials + 2;
    this.mean = (successes + 1) / whole;
    this.deviation = Math.sqrt((this.mean * (1 - this.mean)) / (whole + 1));
  }

  density(x: number): number {
    const { successCount, failureCount } = this;
    const n = successCount + failureCount;
    // Relative to the peak, which avoids factorials of millions.
    const left = successCount === 0 ? 0 : successCount * Math.log((x * n) / successCount);
    const right = failureCount === 0 ? 0 : failureCount * Math.log(((1 - x) * n) / failureCount);
    return Math.exp(left + right);
  }

  panelPoints(): number[] {
    return [
      this.mean,
      ...STEPS.flatMap((step) => [this.mean - step * this.deviation, this.mean + step * this.deviation]),
    ];
  }
}

/** Returns panel bounds inside [0, 1] that suit all posteriors. */
function panelEnds(posteriors: readonly Posterior[]): number[] {
  const places = posteriors.flatMap((one) => one.panelPoints()).map((x) => Math.min(1, Math.max(0, x)));
  return [...new Set(places)].sort((a, b) => a - b);
}

/** Density and distribution (which ends at 1) at the nodes of the panels. */
interface Table {
  readonly densities: Float64Array;
  readonly distribution: Float64Array;
}

function tabulate(posterior: Posterior, ends: readonly number[]): Table {
  const size = (ends.length - 1) * nodes.length;
  const densities = new Float64Array(size);
  const distribution = new Float64Array(size);
  let below = 0;
  for (let panel = 0, at = 0; panel < ends.length - 1; panel += 1) {
    const from = ends[panel]!;
    const half = (ends[panel + 1]! - from) / 2;
    const values = densities.subarray(at, at + nodes.length);
    for (let k = 0; k < nodes.length; k += 1) values[k] = posterior.density(from + half * (nodes[k]! + 1));
    for (const row of inner) distribution[at++] = below + half * dot(row, values);
    below += half * dot(weights, values);
  }
  return {
    densities: densities.map((value) => value / below),
    distribution: distribution.map((value) => value / below),
  };
}

/**
 * Returns each variant's probability to have the highest rate, and its expected loss E[highest rate] - E[own
 * rate] (domain.md section 6, "LPO"). The posteriors are Beta with a uniform prior (E. Miller, "Formulas for
 * Bayesian A/B Testing", 2015; the loss as in C. Stucchio, "Bayesian A/B Testing at VWO", 2015). P(i best) is
 * the integral of density i times the distributions of all others. E[highest] is the integral of 1 minus the
 * product of all distributions. Both use Gauss-Legendre quadrature, so the result is deterministic. The
 * probabilities add up to 1.
 *
 * @returns null for variants without a rate (no trials, or more successes than trials); they don't compete
 */
export function evaluateVariants(samples: readonly Sample[]): (Prospect | null)[] {
  const posteriors = samples.map((sample) => (isRate(sample) ? new Posterior(sample) : null));
  const prospects = evaluatePosteriors(posteriors.filter((one) => one !== null));
  return posteriors.map((one) => (one && prospects.get(one)) ?? null);
}

function evaluatePosteriors(posteriors: readonly Posterior[]): ReadonlyMap<Posterior, Prospect> {
  const [only] = posteriors;
  if (only && posteriors.length === 1) return new Map([[only, { bestProbability: 1, expectedLoss: 0 }]]);
  const ends = panelEnds(posteriors);
  const tables = posteriors.map((posterior) => tabulate(posterior, ends));
  const wins = posteriors.map(() => 0);
  let allBelow = 0;
  for (let panel = 0, at = 0; panel < ends.length - 1; panel += 1) {
    const half = (ends[panel + 1]! - ends[panel]!) / 2;
    for (let k = 0; k < nodes.length; k += 1, at += 1) {
      const weight = weights[k]! * half;
      for (let index = 0; index < tables.length; index += 1)
        wins[index]! += weight * tables[index]!.densities[at]! * belowAt(tables, at, index);
      allBelow += weight * belowAt(tables, at, null);
    }
  }
  const whole = wins.reduce((sum, win) => sum + win, 0);
  // Above the last bound all rates are certainly below, under the first bound none is.
  const highest = (ends.at(-1) ?? 1) - allBelow;
  return new Map(
    posteriors.map((one, index) => [
      one,
      { bestProbability: wins[index]! / whole, expectedLoss: Math.max(0, highest - one.mean) },
    ]),
  );
}

/** Returns the probability that all rates, or all but one, are below a node. */
function belowAt(tables: readonly Table[], at: number, except: number | null): number {
  let product = 1;
  for (let index = 0; index < tables.length; index += 1)
    if (index !== except) product *= tables[index]!.distribution[at]!;
  return product;
}
