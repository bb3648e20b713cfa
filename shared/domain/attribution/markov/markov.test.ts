import { seeded } from '../../random';
import { journeysOf, type JourneyPath } from '../journeys';
import { Poisson, quantile } from './bootstrap';
import { fitOrders, markovCredit, markovIntervals, suggestOrder } from './index';
import { sparseRemovals } from './sparse-effects';
import { byLastState, chainOf, rewardOf, stepsOf } from './steps';

const [A, B, C] = [1, 2, 3] as const;
const journey = (values: number[], conversions: number, nulls = 0, amount = 0): JourneyPath => ({
  values,
  conversions,
  amount,
  nulls,
});

function randomPaths(seed: number): JourneyPath[] {
  const random = seeded(seed);
  return Array.from({ length: 60 }, () =>
    journey(
      Array.from({ length: 1 + random.below(9) }, () => random.below(6)),
      random.below(4),
      random.below(5),
      random.below(900),
    ),
  ).map((path) => (path.conversions === 0 ? { ...path, amount: 0, nulls: path.nulls + 1 } : path));
}
const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0);
const seeds = [1, 2, 3, 4, 5];

describe('windows', () => {
  it.each([
    [1, [A, A, B, A], [[A], [B], [A]]],
    [2, [A], [[A]]],
    [
      2,
      [A, A, A, B],
      [
        [A, A],
        [A, B],
      ],
    ],
    [3, [A, B], [[A, B]]],
    [
      3,
      [A, A, A, A, B],
      [
        [A, A, A],
        [A, A, B],
      ],
    ],
  ])('of order %i', (order, values, expected) => {
    const journeys = journeysOf([journey(values, 1)]);
    const { taken, to, placesOf } = stepsOf(journeys, order);
    const windows = [...taken].map((id) => placesOf[to[id] ?? 0]?.map((place) => journeys.values[place]));
    expect(windows).toEqual(expected);
  });
});

describe('Markov credit', () => {
  it('of the worked example', () => {
    const paths = journeysOf([journey([A, B], 3, 1), journey([A, C], 1, 1)]);
    const { base, effects, credits, states, transitions } = markovCredit(paths, 1);
    expect([base, states, transitions]).toEqual([expect.closeTo(2 / 3, 14), 4, 3]);
    for (const [value, effect, credit] of [
      [A, 1, 2],
      [B, 0.75, 1.5],
      [C, 0.25, 0.5],
    ] as const) {
      expect(effects?.get(value)).toBeCloseTo(effect, 12);
      expect(credits?.get(value)).toBeCloseTo(credit, 12);
    }
  });

  it.each([1, 2, 3])('of order %i keeps its identities', (order) => {
    for (const seed of seeds) {
      const paths = randomPaths(seed);
      const journeys = journeysOf(paths);
      const credit = markovCredit(journeys, order);
      const conversions = sum(paths.map((path) => path.conversions));
      const nulls = sum(paths.map((path) => path.nulls));
      expect(credit.base).toBeCloseTo(conversions / (conversions + nulls), 12);
      expect(sum(credit.credits!.values())).toBeCloseTo(conversions, 9);
      const amounts = markovCredit(journeys, order, 'amount');
      expect(sum(amounts.credits!.values())).toBeCloseTo(sum(paths.map((path) => path.amount)), 6);
      expect(markovCredit({ ...journeys, nulls: journeys.nulls.map(() => 0) }, order).base).toBeCloseTo(
        1,
        12,
      );

      const doubled = paths.map((path) => ({
        ...path,
        conversions: path.conversions * 2,
        nulls: path.nulls * 2,
      }));
      const renamed = seeded(seed)
        .shuffle(paths)
        .map((path) => ({ ...path, values: path.values.map((value) => 100 - value) }));
      for (const [value, effect] of credit.effects!) {
        expect(markovCredit(journeysOf(doubled), order).effects!.get(value)).toBeCloseTo(effect, 12);
        expect(markovCredit(journeysOf(renamed), order).effects!.get(100 - value)).toBeCloseTo(effect, 12);
      }
    }
  });

  it('of the inverse equals that of the sweeps at order 1', () => {
    for (const seed of seeds) {
      const journeys = journeysOf(randomPaths(seed));
      const { values, conversions } = journeys;
      const steps = stepsOf(journeys, 1);
      const chain = chainOf(steps, journeys);
      const dense = markovCredit(journeys, 1);
      const sparse = sparseRemovals(chain)(rewardOf(chain, byLastState(steps, conversions)));
      expect(sparse.base).toBeCloseTo(dense.base, 13);
      for (const [value, effect] of dense.effects!)
        expect(sparse.effects.get(values.indexOf(value))).toBeCloseTo(effect, 13);
    }
  });

  it('stays exact for long journeys', () => {
    const long = journey(
      Array.from({ length: 4000 }, (_, index) => index % 2),
      1,
      1,
    );
    const { base, effects } = markovCredit(journeysOf([long, journey([7], 1)]), 2);
    expect(base).toBeCloseTo(2 / 3, 9);
    expect(effects?.get(7)).toBeCloseTo(0.5, 9);
  });

  it.each([1, 2, 3])('of order %i keeps its base for random journeys of up to 1000 touches', (order) => {
    for (const seed of Array(40).keys()) {
      const random = seeded(seed);
      const values = 2 + random.below(3);
      const paths = Array.from({ length: 1 + random.below(12) }, () =>
        journey(
          Array.from({ length: 1 + random.below(1000) }, () => random.below(values)),
          1 + random.below(2),
          random.below(4),
        ),
      );
      const conversions = sum(paths.map((path) => path.conversions));
      const nulls = sum(paths.map((path) => path.nulls));
      const { base } = markovCredit(journeysOf(paths), order);
      expect(base).toBeCloseTo(conversions / (conversions + nulls), 9);
    }
  });

  it('has none without anything to credit', () => {
    for (const order of [1, 2]) {
      expect(markovCredit(journeysOf([journey([A, B], 2, 1)]), order, 'amount')).toMatchObject({
        base: 0,
        effects: null,
        credits: null,
      });
      expect(markovCredit(journeysOf([]), order)).toMatchObject({
        base: 0,
        effects: null,
        credits: null,
        states: 1,
      });
    }
  });
});

describe('the suggested order', () => {
  it('is the one whose last states predict conversions best', () => {
    const random = seeded(7);
    const paths = Array.from({ length: 800 }, () => {
      const values = [random.below(3), random.below(3)];
      const likely = values[0] === values[1] ? 40 : 5;
      return journey(values, likely, 45 - likely);
    });
    const fits = fitOrders(journeysOf(paths), [1, 2, 3, 4]);
    expect(suggestOrder(fits)).toBe(2);
    expect(fits.map(({ nodes }) => nodes)).toEqual([3, 6, 10, 15]);
    expect(fits[1]?.auc).toBeGreaterThan(0.8);
  });

  it('is unknown without nulls, and for too few journeys', () => {
    expect(fitOrders(journeysOf([journey([A, B], 9)]), [1])).toEqual([
      { order: 1, auc: null, penalisedAuc: null, nodes: 2 },
    ]);
    expect(suggestOrder(fitOrders(journeysOf([journey([A, B], 1, 1)]), [1, 2]))).toBeNull();
  });
});

describe('the bootstrap', () => {
  it('draws Poisson numbers of small and large means', () => {
    const random = seeded(11);
    for (const mean of [0.3, 4, 95]) {
      const distribution = new Poisson(mean);
      const numbers = new Int32Array(20_000);
      distribution.addDraws(random, numbers, 0, numbers.length);
      const draws = [...numbers];
      const average = sum(draws) / draws.length;
      const variance = sum(draws.map((draw) => (draw - average) ** 2)) / draws.length;
      expect(Math.abs(average / mean - 1)).toBeLessThan(0.03);
      expect(Math.abs(variance / mean - 1)).toBeLessThan(0.05);
    }
  });

  it('surrounds the credit, and repeats with its seed', () => {
    const paths = journeysOf(
      randomPaths(3).map((path) => ({
        ...path,
        conversions: path.conversions * 40,
        nulls: path.nulls * 40,
      })),
    );
    const { credits } = markovCredit(paths, 1);
    const run = () => markovIntervals(paths, 'cv', { replicates: 100, seed: 5 });
    expect(run()).toEqual(run());
    for (const [value, { low, high }] of run()) {
      expect(low).toBeLessThan(credits!.get(value)!);
      expect(high).toBeGreaterThan(credits!.get(value)!);
    }
    expect(markovIntervals(paths, 'cv', { replicates: 0, seed: 5 }).size).toBe(0);
  });

  it('interpolates between draws', () => {
    expect([quantile([1, 2, 3, 4], 0.5), quantile([1, 2], 0.05), quantile([9], 0.95)]).toEqual([
      2.5, 1.05, 9,
    ]);
  });
});
