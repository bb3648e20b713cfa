import { seeded } from '../testing/random';
import { logGamma, upperGamma } from './verdict';
import {
  checkDelivery,
  clicksToDecide,
  judgeTest,
  judgeVariants,
  MISMATCH_BELOW,
  sampleRatioP,
  wilsonInterval,
  type Sample,
} from './index';

const sample = (successes: number, trials: number): Sample => ({ successes, trials });
const best = (...samples: Sample[]): (number | undefined)[] =>
  judgeVariants(samples).map((one) => one?.bestProbability);
const losses = (...samples: Sample[]): (number | undefined)[] =>
  judgeVariants(samples).map((one) => one?.expectedLoss);

describe('the interval of a rate', () => {
  // R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), Table I, method 3.
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %i in %i is %d to %d', (successes, trials, low, high) => {
    const interval = wilsonInterval(sample(successes, trials));
    expect(interval?.low).toBeCloseTo(low, 4);
    expect(interval?.high).toBeCloseTo(high, 4);
  });

  it('mirrors the interval of the failures, contains the rate and stays within 0 and 1', () => {
    const random = seeded(3);
    for (let round = 0; round < 500; round += 1) {
      const trials = 1 + random.below(10 ** (1 + random.below(6)));
      const successes = random.below(trials + 1);
      const { low, high } = wilsonInterval(sample(successes, trials))!;
      const mirror = wilsonInterval(sample(trials - successes, trials))!;
      expect(low).toBeCloseTo(1 - mirror.high, 12);
      expect(low).toBeLessThanOrEqual(successes / trials);
      expect(high).toBeGreaterThanOrEqual(successes / trials);
      expect([low >= 0, high <= 1]).toEqual([true, true]);
    }
  });

  it.each([
    [0, 0],
    [3, 2],
    [1, 0],
  ])('of %i in %i is null', (successes, trials) =>
    expect(wilsonInterval(sample(successes, trials))).toBeNull(),
  );
});

const logBeta = (a: number, b: number): number => logGamma(a) + logGamma(b) - logGamma(a + b);

/** Pr(p_B > p_A) in closed form, term by term: E. Miller, "Formulas for Bayesian A/B Testing" (2015), by Beta parameters. */
function miller(aA: number, bA: number, aB: number, bB: number): number {
  let sum = 0;
  for (let i = 0; i < aB; i += 1)
    sum += Math.exp(logBeta(aA + i, bA + bB) - Math.log(bB + i) - logBeta(1 + i, bB) - logBeta(aA, bA));
  return sum;
}

/**
 * Loss of choosing A over B in closed form: C. Stucchio, "Easy evaluation of decision rules in Bayesian A/B
 * testing" (2014).
 */
const stucchio = (aA: number, bA: number, aB: number, bB: number): number =>
  (aB / (aB + bB)) * miller(aA, bA, aB + 1, bB) - (aA / (aA + bA)) * miller(aA + 1, bA, aB, bB);

describe('the probability to be best', () => {
  it.each([
    [3, 10, 5, 10],
    [0, 5, 0, 50],
    [0, 1, 1, 1],
    [30, 1000, 45, 1000],
    [120, 200, 100, 200],
    [5, 100_000, 9, 100_000],
    [1500, 50_000, 1580, 50_500],
    [7, 7, 90, 100],
  ])('of %i in %i against %i in %i matches the closed form, and so does the loss', (kA, nA, kB, nB) => {
    const [a, b] = [sample(kA, nA), sample(kB, nB)];
    const beta = [kA + 1, nA - kA + 1, kB + 1, nB - kB + 1] as const;
    expect(best(a, b)[1]).toBeCloseTo(miller(...beta), 8);
    expect(losses(a, b)[0]).toBeCloseTo(stucchio(...beta), 8);
  });

  it('equals the closed form on random data', () => {
    const random = seeded(11);
    for (let round = 0; round < 200; round += 1) {
      const [nA, nB] = [1 + random.below(3000), 1 + random.below(3000)];
      const [kA, kB] = [random.below(Math.min(nA, 200) + 1), random.below(Math.min(nB, 200) + 1)];
      expect(
        Math.abs(best(sample(kA, nA), sample(kB, nB))[1]! - miller(kA + 1, nA - kA + 1, kB + 1, nB - kB + 1)),
      ).toBeLessThan(1e-8);
    }
  });

  it('of one success against one failure matches the manual result: densities 2x and 2(1 - x)', () => {
    const samples = [sample(1, 1), sample(0, 1)];
    expect(best(...samples)[0]).toBeCloseTo(5 / 6, 12);
    expect(losses(...samples)[0]).toBeCloseTo(1 / 30, 12);
    expect(losses(...samples)[1]).toBeCloseTo(11 / 30, 12);
  });

  it.each([2, 3, 4, 5, 8])('of %i equal variants is the same for each', (count) => {
    for (const one of [
      sample(0, 10),
      sample(4, 10),
      sample(10, 10),
      sample(700, 40_000),
      sample(60_000, 3_000_000),
    ]) {
      const prospects = judgeVariants(Array.from({ length: count }, () => one));
      for (const prospect of prospects) expect(prospect?.bestProbability).toBeCloseTo(1 / count, 10);
    }
  });

  it('adds up to one in any order, and the loss is lower where it is higher', () => {
    const random = seeded(5);
    for (let round = 0; round < 200; round += 1) {
      const samples = Array.from({ length: 2 + random.below(4) }, () => {
        const trials = 1 + random.below(10 ** (1 + random.below(6)));
        return sample(Math.floor(trials * random.next() ** 3), trials);
      });
      const prospects = judgeVariants(samples);
      expect(prospects.reduce((sum, one) => sum + one!.bestProbability, 0)).toBeCloseTo(1, 12);
      const order = random.shuffle(samples);
      judgeVariants(order).forEach((one, index) => {
        const same = prospects[samples.indexOf(order[index]!)]!;
        expect(one?.bestProbability).toBeCloseTo(same.bestProbability, 10);
        expect(one?.expectedLoss).toBeCloseTo(same.expectedLoss, 10);
      });
    }
  });

  it('is the share of draws in which the variant is the highest', () => {
    const random = seeded(17);
    const samples = [sample(18, 400), sample(26, 410), sample(21, 220), sample(2, 60)];
    // Order statistics: the k-th lowest of n uniform numbers is Beta(k, n + 1 - k).
    const draw = ({ successes, trials }: Sample): number =>
      Array.from({ length: trials + 1 }, () => random.next()).sort((a, b) => a - b)[successes]!;
    const rounds = 1000;
    const wins = samples.map(() => 0);
    const lost = samples.map(() => 0);
    for (let round = 0; round < rounds; round += 1) {
      const drawn = samples.map(draw);
      const highest = Math.max(...drawn);
      wins[drawn.indexOf(highest)]! += 1;
      drawn.forEach((rate, index) => (lost[index]! += highest - rate));
    }
    judgeVariants(samples).forEach((one, index) => {
      expect(Math.abs(one!.bestProbability - wins[index]! / rounds)).toBeLessThan(0.05);
      expect(Math.abs(one!.expectedLoss - lost[index]! / rounds)).toBeLessThan(0.003);
    });
  });

  it('skips variants without a rate', () => {
    expect(judgeVariants([])).toEqual([]);
    expect(judgeVariants([sample(3, 2), sample(0, 0), sample(1, 4)])).toEqual([
      null,
      null,
      { bestProbability: 1, expectedLoss: 0 },
    ]);
    expect(best(sample(3, 2), sample(3, 100), sample(9, 100))).toEqual([
      undefined,
      ...best(sample(3, 100), sample(9, 100)),
    ]);
  });
});

describe('the sample ratio test', () => {
  it('gives the p value of chi-square', () => {
    // Quantiles of chi-square from standard tables.
    expect(upperGamma(0.5, 3.841459 / 2)).toBeCloseTo(0.05, 6);
    expect(upperGamma(1, 9.21034 / 2)).toBeCloseTo(0.01, 6);
    expect(upperGamma(2, 18.466827 / 2)).toBeCloseTo(0.001, 6);
    expect(upperGamma(2, 0)).toBe(1);
  });

  it('accepts G. Mendel’s peas (1866): chi-square 0.47 with 3 degrees of freedom', () => {
    const peas = [
      [315, 9],
      [108, 3],
      [101, 3],
      [32, 1],
    ].map(([count, rate]) => ({ count: count!, rate: rate! }));
    expect(sampleRatioP(peas)).toBeCloseTo(0.925, 3);
  });

  it('rejects 821,588 against 815,482 users as an even split: p = 1.8e-6', () => {
    // R. Kohavi, D. Tang, Y. Xu, "Trustworthy Online Controlled Experiments" (2020), chapter 3.
    const p = sampleRatioP([
      { count: 821_588, rate: 50 },
      { count: 815_482, rate: 50 },
    ]);
    expect(p).toBeGreaterThan(1.75e-6);
    expect(p).toBeLessThan(1.85e-6);
  });

  it('gives no result for small samples, and zero for visitors of a variant with rate 0', () => {
    expect(
      sampleRatioP([
        { count: 3, rate: 50 },
        { count: 6, rate: 50 },
      ]),
    ).toBeNull();
    expect(sampleRatioP([{ count: 900, rate: 100 }])).toBeNull();
    expect(
      sampleRatioP([
        { count: 900, rate: 100 },
        { count: 0, rate: 0 },
      ]),
    ).toBeNull();
    expect(
      sampleRatioP([
        { count: 900, rate: 100 },
        { count: 1, rate: 0 },
      ]),
    ).toBe(0);
  });

  it('raises false alarms at the stated rate', () => {
    const random = seeded(23);
    const rounds = 4000;
    let below = 0;
    for (let round = 0; round < rounds; round += 1) {
      const counts = [0, 0, 0];
      for (let visitor = 0; visitor < 300; visitor += 1) {
        const at = random.next();
        counts[at < 0.5 ? 0 : at < 0.8 ? 1 : 2]! += 1;
      }
      if (sampleRatioP([50, 30, 20].map((rate, index) => ({ rate, count: counts[index]! })))! < 0.05)
        below += 1;
    }
    expect(Math.abs(below / rounds - 0.05)).toBeLessThan(0.012);
  });
});

describe('the delivery of a test', () => {
  const even = (first: number, second: number) => [
    { count: first, rate: 50 },
    { count: second, rate: 50 },
  ];
  const known = { isOn: true, isChanged: false };

  it.each([
    ['matches', { ...known, variants: even(505, 495) }],
    ['mismatch', { ...known, variants: even(620, 380) }],
    ['few', { ...known, variants: even(6, 1) }],
    ['changed', { ...known, isChanged: true, variants: even(620, 380) }],
    ['changed', { ...known, variants: [...even(500, 500), { count: 40, rate: 0 }] }],
    ['off', { ...known, isOn: false, variants: even(620, 380) }],
  ] as const)('%s', (state, delivery) => expect(checkDelivery(delivery).state).toBe(state));

  it('mismatches below a probability of one in a thousand', () => expect(MISMATCH_BELOW).toBe(0.001));
});

describe('the clicks until a test is decided', () => {
  const running = (successes: number, trials: number, rate = 50) => ({ successes, trials, rate });

  it('are zero if it is decided', () => {
    expect(clicksToDecide([running(30, 1000), running(60, 1000)])).toBe(0);
  });

  it('are close to the normal approximation: z² (p q + p′ q′) / (p - p′)² a variant', () => {
    const [p, q] = [0.03, 0.033];
    const each = (1.6448536 ** 2 * (p * (1 - p) + q * (1 - q))) / (p - q) ** 2;
    const more = clicksToDecide([running(30, 1000), running(33, 1000)])!;
    expect(Math.abs((more + 2000) / (2 * each) - 1)).toBeLessThan(0.01);
  });

  it('decide the test: with that many more clicks at these rates the leader is best with 95 %', () => {
    const before = [running(12, 400, 70), running(9, 200, 30)];
    const more = clicksToDecide(before)!;
    const after = before.map(({ successes, trials, rate }) =>
      sample(successes * (1 + (more * rate) / 100 / trials), trials + (more * rate) / 100),
    );
    expect(best(...after)[1]).toBeCloseTo(0.95, 3);
  });

  it.each([
    ['a tie', [running(10, 500), running(10, 500)]],
    ['no conversion', [running(0, 300), running(0, 100)]],
    ['one variant', [running(10, 500)]],
    ['no more clicks', [running(10, 500, 0), running(12, 500, 0)]],
    ['a leader with rate 0', [running(14, 500, 0), running(12, 500, 100)]],
    ['nearly equal rates', [running(50_000, 1_000_000), running(50_001, 1_000_000)]],
  ])('are null for %s', (_name, variants) => expect(clicksToDecide(variants)).toBeNull());
});

describe('the verdict on a test', () => {
  const running = (successes: number, trials: number, rate = 50) => ({ successes, trials, rate });
  it.each([
    ['no clicks', [running(0, 0), running(2, 0)], { state: 'idle' }],
    ['a single rate', [running(5, 100), running(0, 0)], { state: 'single' }],
    ['more conversions than clicks', [running(5, 100), running(3, 2)], { state: 'single' }],
    ['a clear difference', [running(30, 1000), running(60, 1000)], { state: 'decided', leader: 1 }],
    ['no conversions', [running(0, 300), running(0, 300)], { state: 'open', leader: 0 }],
    ['a tie', [running(9, 300), running(9, 300)], { state: 'open', leader: 0 }],
    [
      'a small difference',
      [running(33, 1000), running(30, 1000)],
      { state: 'undecided', leader: 0, clicks: expect.any(Number) },
    ],
  ])('of %s', (_name, variants, verdict) => expect(judgeTest(variants).verdict).toEqual(verdict));
});
