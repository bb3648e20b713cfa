import { seeded } from '../testing/random';
import { binIndex, LATENCY_BINS, QUANTILES, quantileOf, TOUCH_BINS, collapseRepeats } from '.';
import { MASKED_AD, findPartners, PathRanking, type PathCount } from './frequent-paths';

describe('quantiles by nearest rank', () => {
  it.each([
    [[1], [1, 1, 1, 1]],
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
    [
      [15, 20, 35, 40, 50],
      [20, 35, 40, 50],
    ],
    [
      [1, 1, 1, 1, 1, 1, 1, 1, 2, 9],
      [1, 1, 1, 2],
    ],
  ])('%j', (values, expected) => {
    const counts = values.map((value) => [value, 1] as const);
    expect(Object.values(QUANTILES).map((share) => quantileOf(counts, share))).toEqual(expected);
  });
  it('are null without values', () => expect(quantileOf([], 0.5)).toBeNull());
  it('count repeated values as often as they occur', () =>
    expect(
      quantileOf(
        [
          [1, 9],
          [2, 1],
        ],
        0.9,
      ),
    ).toBe(1));
});

it.each([
  [0, 0],
  [1, 1],
  [10, 10],
  [11, 11],
  [15, 11],
  [16, 12],
  [30, 13],
  [31, 14],
  [9999, 14],
])('%i touches belong to bar %i', (touches, bin) => {
  expect(binIndex(TOUCH_BINS, touches)).toBe(bin);
});

it.each([
  [0, 0],
  [599.999, 0],
  [600, 1],
  [86_400, 4],
  [90 * 86_400, 10],
  [1e9, 10],
])('%d seconds belong to bar %i', (seconds, bin) => {
  expect(binIndex(LATENCY_BINS, seconds)).toBe(bin);
});

it.each([
  [[], []],
  [[1], [1]],
  [
    [1, 1, 2, 1],
    [1, 2, 1],
  ],
])('%j without consecutive repeats is %j', (ads, steps) => {
  expect(collapseRepeats<number>(ads)).toEqual(steps);
});

/** Path of one final conversion. */
const path = (amount: number, ...adIds: number[]): PathCount => ({
  adIds,
  amount,
  conversions: 1,
  finals: 1,
});

/** Ranks paths. */
function frequentPaths(
  paths: readonly PathCount[],
  most: number,
  displayedId?: (adId: number) => number,
  compressed?: boolean,
) {
  const ranking = new PathRanking(displayedId, compressed);
  for (const one of paths) ranking.add(one);
  expect(ranking.conversions).toBe(paths.length);
  return ranking.top(most).map(({ adIds, conversions, amount }) => ({ adIds, conversions, amount }));
}

describe('frequent paths', () => {
  const paths = [path(10, 1, 2), path(20, 1, 1, 2), path(500, 2, 1), path(1, 3), path(2, 3), path(7, 2)];
  it('rank by conversions, then by sales', () => {
    expect(frequentPaths(paths, 3)).toEqual([
      { adIds: [1, 2], conversions: 2, amount: 30 },
      { adIds: [3], conversions: 2, amount: 3 },
      { adIds: [2, 1], conversions: 1, amount: 500 },
    ]);
  });

  it('count repeats as separate steps on request', () => {
    expect(frequentPaths(paths, 9, undefined, false).map(({ adIds }) => adIds)).toContainEqual([1, 1, 2]);
  });

  it('count several conversions of a path at once, with their touches', () => {
    const ranking = new PathRanking();
    ranking.add({ adIds: [1, 1, 2], conversions: 3, finals: 2, amount: 30 });
    ranking.add({ adIds: [1, 2], conversions: 1, finals: 0, amount: 0 });
    expect([ranking.size, ranking.top(1)]).toEqual([
      1,
      [{ adIds: [1, 2], conversions: 4, finals: 2, amount: 30, touches: 11 }],
    ]);
  });

  it('add up to all conversions and all sales', () => {
    const all = frequentPaths(paths, 100);
    expect(all.reduce((sum, { conversions }) => sum + conversions, 0)).toBe(paths.length);
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(540);
  });

  it('do not depend on the input order', () =>
    expect(frequentPaths([...paths].reverse(), 100)).toEqual(frequentPaths(paths, 100)));

  it.each([1, 2, 7, 20])('are the first %i of all, for any number of paths', (most) => {
    const random = seeded(most);
    const many = Array.from({ length: 3000 }, () =>
      path(random.below(4), ...Array.from({ length: 1 + random.below(4) }, () => 1 + random.below(6))),
    );
    expect(frequentPaths(many, most)).toEqual(frequentPaths(many, 3000).slice(0, most));
  });

  it('mask other ads, and keep each of their touches as a separate step', () => {
    const mask = (id: number) => (id === 1 ? id : MASKED_AD);
    expect(frequentPaths([path(1, 1, 2, 3), path(1, 1, 4, 4, 5)], 9, mask)).toEqual([
      { adIds: [1, MASKED_AD, MASKED_AD], conversions: 2, amount: 2 },
    ]);
  });
});

describe('partners of an ad', () => {
  it('count shared conversions, and those in which they came first', () => {
    expect(findPartners([path(0, 1, 2), path(0, 2, 1, 2), path(0, 3, 1), path(0, 2, 3)], 1, 9)).toEqual([
      { adId: 2, conversions: 2, before: 1 },
      { adId: 3, conversions: 1, before: 1 },
    ]);
  });

  it('count every conversion of a path', () => {
    expect(findPartners([{ ...path(0, 2, 1), conversions: 3 }, path(0, 1, 2)], 1, 9)).toEqual([
      { adId: 2, conversions: 4, before: 3 },
    ]);
  });

  it('count as later if they come after the compared steps', () => {
    const long = { ...path(0, 2, 3), beyond: [1, 4] };
    expect(findPartners([long], 1, 9)).toEqual(
      [2, 3, 4].map((adId) => ({ adId, conversions: 1, before: adId === 4 ? 0 : 1 })),
    );
    expect(findPartners([long], 2, 9)).toEqual(
      [1, 3, 4].map((adId) => ({ adId, conversions: 1, before: 0 })),
    );
    expect(findPartners([long], 5, 9)).toEqual([]);
  });

  it('that are masked count as one', () => {
    expect(
      findPartners([path(0, 1, 2, 3), path(0, 4, 1)], 1, 9, (id) => (id === 1 ? id : MASKED_AD)),
    ).toEqual([{ adId: MASKED_AD, conversions: 2, before: 1 }]);
  });
});
