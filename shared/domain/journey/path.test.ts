import { seeded } from '../testing/random';
import {
  DAY_MS,
  evaluatePath,
  ownEvaluation,
  pathClassesOf,
  repeatClassOf,
  type EvaluatedPath,
  type PathTouch,
} from '.';

const A = 1;
const B = 2;
const C = 3;

/** Touches of the given ads at minutes 1, 2, 3 ... */
const clicks = (...ads: number[]): PathTouch[] =>
  ads.map((adId, i) => ({ id: `c${String(i + 1).padStart(3, '0')}`, time: i + 1, adId, performance: false }));

const FAR = 1000;
const first = (touches: PathTouch[], time = FAR): EvaluatedPath<PathTouch> => {
  return evaluatePath(touches, { time, trackingTerm: 30 }, null)[0]!;
};
const ids = (path: EvaluatedPath<PathTouch>): string => path.touches.map(({ touch }) => touch.id).join(' ');

describe('the whole path', () => {
  const at = (id: string, time: number): PathTouch => ({ id, time, adId: A, performance: false });
  const cvTime = 40 * DAY_MS;

  // rule: limits-23
  it('reaches from cv_time - tracking_term x 24 h to cv_time, both included', () => {
    const touches = [
      at('too-old', 10 * DAY_MS - 1),
      at('oldest', 10 * DAY_MS),
      at('newest', cvTime),
      at('later', cvTime + 1),
    ];
    expect(ids(first(touches, cvTime))).toBe('oldest newest');
  });

  it('is oldest first, by id at the same instant', () => {
    expect(ids(first([at('b', 5), at('a', 5), at('z', 1)]))).toBe('z a b');
  });

  it('determines the first, last and performance ad, and the latency', () => {
    const touches = clicks(A, B, B, C).map((touch) => ({ ...touch, performance: touch.adId === B }));
    const path = first(touches, 100);
    expect(path).toMatchObject({
      class: 1,
      n: 4,
      firstAdId: A,
      lastAdId: C,
      performanceAdId: B,
      latencyMs: 99,
    });
    expect(path.touches.filter((touch) => touch.isPerformance).map((touch) => touch.pos)).toEqual([3]);
    expect(path.touches.map((touch) => [touch.isFirst, touch.isLast])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });

  it('without touches is direct', () => {
    expect(first([])).toEqual({
      class: 1,
      touches: [],
      n: 0,
      firstAdId: 0,
      lastAdId: 0,
      performanceAdId: 0,
      latencyMs: null,
    });
  });
});

describe('a repeat conversion is evaluated twice', () => {
  type Path = EvaluatedPath<PathTouch>;
  const repeat = (touches: PathTouch[], previous: number) =>
    evaluatePath(touches, { time: 10, trackingTerm: 30 }, previous) as [b2: Path, b3: Path, ...Path[]];

  it('class B2 takes touches strictly later than the previous LAST conversion, class B3 the whole path', () => {
    const [b2, b3, ...none] = repeat(clicks(A, B, C, A), 2);
    expect(none).toEqual([]);
    expect([b2.class, ids(b2), b2.n, b2.firstAdId, b2.latencyMs]).toEqual([2, 'c003 c004', 2, C, 7]);
    expect([b3.class, ids(b3), b3.n, b3.firstAdId, b3.latencyMs]).toEqual([
      3,
      'c001 c002 c003 c004',
      4,
      A,
      9,
    ]);
    expect(b2.touches.map((touch) => [touch.pos, touch.shares[0], touch.isFirst])).toEqual([
      [1, 0.5, true],
      [2, 0.5, false],
    ]);
  });

  it('the cut path can be direct while the whole one is not', () => {
    const [b2, b3] = repeat(clicks(A), 1);
    expect([b2.n, b2.lastAdId, b3.n, b3.lastAdId]).toEqual([0, 0, 1, A]);
  });
});

// rule: limits-15
describe('indirect counts', () => {
  /** Formats the counting touches as `ad@column`, with `!` if they also count in the total. */
  const indirect = (...ads: number[]): string =>
    first(clicks(...ads))
      .touches.filter((touch) => touch.countsIndirect || touch.countsIndirectTotal)
      .map((touch) => `${touch.touch.adId}@${touch.indirectColumn}${touch.countsIndirectTotal ? '!' : ''}`)
      .join(' ');

  it.each([
    ['one touch: nothing is indirect', [A], ''],
    ['the last-CV ad is never indirect', [A, A, A], ''],
    ['each other ad counts at its position', [A, B, C], '1@1! 2@2!'],
    ['the last-CV ad not even at an earlier position', [C, A, C], '1@2!'],
    ['an ad counts in each of its positions, in the total once', [A, A, B], '1@1! 1@2'],
    ['position 6 and later count once per ad', [C, C, C, C, C, A, A, B, A, C], '1@6! 2@6!'],
    ['once early and once late', [A, C, C, C, C, C, A, A, C], '1@1! 1@6'],
  ])('%s', (_name, ads, expected) => {
    expect(indirect(...ads)).toBe(expected);
  });
});

describe('for any path', () => {
  const random = seeded(5);
  const rounds = Array.from({ length: 60 }, () =>
    clicks(...Array.from({ length: 1 + random.below(15) }, () => 1 + random.below(4))),
  );

  it('shares add up to one under every model', () => {
    for (const touches of rounds) {
      for (let model = 0; model < 5; model++) {
        const sum = first(touches).touches.reduce((whole, touch) => whole + touch.shares[model]!, 0);
        expect(Math.abs(sum - 1)).toBeLessThan(1e-12);
      }
    }
  });

  it('the order of arrival changes nothing', () => {
    for (const touches of rounds) {
      for (const previous of [null, 3]) {
        const conversion = { time: 12, trackingTerm: 30 };
        expect(evaluatePath(random.shuffle(touches), conversion, previous)).toEqual(
          evaluatePath(touches, conversion, previous),
        );
      }
    }
  });

  it('every ad but the last-CV ad counts once in indirect_total', () => {
    for (const touches of rounds) {
      const path = first(touches);
      const others = new Set(touches.map((touch) => touch.adId).filter((ad) => ad !== path.lastAdId));
      const counted = path.touches
        .filter((touch) => touch.countsIndirectTotal)
        .map((touch) => touch.touch.adId);
      expect(counted).toHaveLength(others.size);
      expect(new Set(counted)).toEqual(others);
    }
  });
});

describe('an evaluation', () => {
  it('always counts first conversions; repeat ones not at all, by the cut path or by the whole path', () => {
    expect(([1, 2, 3] as const).map(pathClassesOf)).toEqual([[1], [1, 2], [1, 3]]);
    expect(([1, 2, 3] as const).map(repeatClassOf)).toEqual([null, 2, 3]);
  });

  it('is the product’s own only while separation is on', () => {
    expect([ownEvaluation(true, 1), ownEvaluation(false, 1), ownEvaluation(false, 2)]).toEqual([1, 3, 3]);
  });
});
