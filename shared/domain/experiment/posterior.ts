import { dot, inner, nodes, weights } from './quadrature';
import { isRate, type Sample } from './sample';

/** Clicks that people are told such a loss by. */
export const LOSS_CLICKS = 1000;

/** How likely a variant is the best of its test, and what choosing it now would cost. */
export interface Prospect {
  /** Probability that its rate is the highest. */
  readonly bestProbability: number;
  /** By how much the highest rate exceeds its own on average: a rate. */
  readonly expectedLoss: number;
}

/** Where panels end, in standard deviations from the mean: dense where the density bends, far enough for one-sided tails. */
const STEPS = [0.75, 1.5, 2.25, 3, 4, 5, 6.5, 8, 10, 13, 17, 22, 30];

/** The posterior of a rate under a uniform prior: Beta(successes + 1, failures + 1), scaled to 1 at its peak. */
class Posterior {
  private readonly ups: number;
  private readonly downs: number;
  readonly mean: number;
  readonly deviation: number;

  constructor({ trials, successes }: Sample) {
    this.ups = successes;
    this.downs = trials - successes;
    const whole = trials + 2;
    this.mean = (successes + 1) / whole;
    this.deviation = Math.sqrt((this.mean * (1 - this.mean)) / (whole + 1));
  }

  density(x: number): number {
    const { ups, downs } = this;
    const n = ups + downs;
    // Against the peak, so that no factorial of millions has to be known.
    const left = ups === 0 ? 0 : ups * Math.log((x * n) / ups);
    const right = downs === 0 ? 0 : downs * Math.log(((1 - x) * n) / downs);
    return Math.exp(left + right);
  }

  places(): number[] {
    return [
      this.mean,
      ...STEPS.flatMap((step) => [this.mean - step * this.deviation, this.mean + step * this.deviation]),
    ];
  }
}

/** Ends of panels inside [0, 1] that suit all posteriors. */
function panelEnds(posteriors: readonly Posterior[]): number[] {
  const places = posteriors.flatMap((one) => one.places()).map((x) => Math.min(1, Math.max(0, x)));
  return [...new Set(places)].sort((a, b) => a - b);
}

/** A density and its distribution, which ends at 1, at the nodes of the panels. */
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
 * Probability of each variant to have the highest rate, and its expected loss, E[highest rate] - E[own rate]: the
 * posteriors of the rates are Beta with a uniform prior (E. Miller, "Formulas for Bayesian A/B Testing", 2015; the loss
 * as in C. Stucchio, "Bayesian A/B Testing at VWO", 2015). P(i best) is the integral of density i times the
 * distributions of all others, E[highest] that of 1 minus the product of all distributions, by Gauss-Legendre
 * quadrature: no draws, the same answer always. Probabilities make 1 together.
 *
 * @returns null for variants of which no rate can be told (no trials, or more successes than trials); these compete with none
 */
export function judgeVariants(samples: readonly Sample[]): (Prospect | null)[] {
  const posteriors = samples.map((sample) => (isRate(sample) ? new Posterior(sample) : null));
  const judged = judge(posteriors.filter((one) => one !== null));
  return posteriors.map((one) => (one && judged.get(one)) ?? null);
}

function judge(posteriors: readonly Posterior[]): ReadonlyMap<Posterior, Prospect> {
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
  // Above the last end all rates are below for certain, below the first none is.
  const highest = (ends.at(-1) ?? 1) - allBelow;
  return new Map(
    posteriors.map((one, index) => [
      one,
      { bestProbability: wins[index]! / whole, expectedLoss: Math.max(0, highest - one.mean) },
    ]),
  );
}

/** Probability that all rates, or all but one, are below a place. */
function belowAt(tables: readonly Table[], at: number, except: number | null): number {
  let product = 1;
  for (let index = 0; index < tables.length; index += 1)
    if (index !== except) product *= tables[index]!.distribution[at]!;
  return product;
}
