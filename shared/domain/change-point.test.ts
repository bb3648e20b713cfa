import { latestChange, type CountedKind, type Observation } from './change-point';
import { seeded, type Random } from './testing/random';

type Series = (Observation | null)[];

const plain = (...counts: number[]): Series => counts.map((count) => ({ count, exposure: 1 }));
const times = (length: number, of: (index: number) => number): Series =>
  plain(...Array.from({ length }, (_, index) => of(index)));
/** Deviation of a day: small, without a pattern. */
const noise = (index: number): number => [0, 2, -1, 1, -2, 1, 0, -1, 2, -2, 0][index % 11] ?? 0;
const WEEK = [1, 1.1, 1, 1, 0.9, 0.4, 0.3];

// rule: states-17
describe('the latest change', () => {
  it.each<[string, Series, CountedKind, number | null]>([
    ['no days', [], 'count', null],
    ['all days equal', times(60, () => 20), 'count', null],
    ['equal sums', times(60, () => 20_000), 'sum', null],
    ['zeros', times(60, () => 0), 'count', null],
    ['noise', times(60, (day) => 20 + noise(day)), 'count', null],
    ['a clear change', times(60, (day) => (day < 40 ? 20 : 10) + noise(day)), 'count', 40],
    ['a stop', times(60, (day) => (day < 40 ? 5 : 0)), 'count', 40],
    ['a start', times(60, (day) => (day < 40 ? 0 : 5)), 'count', 40],
    ['a change of sums', times(60, (day) => ((day < 30 ? 20 : 31) + noise(day)) * 1000), 'sum', 30],
    ['a fixed sum that doubles', times(28, (day) => (day < 14 ? 1000 : 2000)), 'sum', 14],
    ['a change of less than 15 %', times(90, (day) => (day < 45 ? 1000 : 1100) + noise(day)), 'count', null],
    ['a slow drift', times(60, (day) => 20 + day / 2 + noise(day)), 'count', null],
    ['two changes', times(90, (day) => (day < 30 ? 20 : day < 60 ? 40 : 12) + noise(day)), 'count', 60],
    ['too few days', times(13, (day) => (day < 7 ? 50 : 5)), 'count', null],
    ['too few events', times(40, (day) => (day === 3 || day === 9 ? 1 : 0)), 'count', null],
    ['one outlier', times(60, (day) => (day === 50 ? 400 : 20 + noise(day))), 'count', null],
    ['one missed day', times(60, (day) => (day === 50 ? 0 : 20 + noise(day))), 'count', null],
    [
      'a weekday pattern',
      times(60, (day) => Math.round(200 * (WEEK[day % 7] ?? 1)) + noise(day)),
      'count',
      null,
    ],
    [
      'a change below a weekday pattern',
      times(84, (day) => Math.round((day < 56 ? 200 : 120) * (WEEK[day % 7] ?? 1)) + noise(day)),
      'count',
      56,
    ],
  ])('of %s', (_, series, kind, at) => {
    expect(latestChange(series, kind)?.at ?? null).toBe(at);
  });

  it('counts days by their place when some are missing', () => {
    const series: Series = times(60, (day) => (day < 40 ? 20 : 8) + noise(day));
    for (const missing of [0, 3, 17, 45, 59]) series[missing] = null;
    expect(latestChange(series, 'count')?.at).toBe(40);
    expect(
      latestChange(
        Array.from({ length: 60 }, () => null),
        'count',
      ),
    ).toBeNull();
  });

  it('counts per exposure: more events from more cost are no change', () => {
    const grown = Array.from({ length: 60 }, (_, day) => {
      const size = day < 30 ? 1 : 4;
      return { count: size * 10 + noise(day), exposure: size * 5000 };
    });
    expect(latestChange(grown, 'count')).toBeNull();
    const worse = grown.map((one, day) => ({ ...one, count: day < 45 ? one.count : one.count / 2 }));
    expect(latestChange(worse, 'count')).toMatchObject({ at: 45, strength: 'strong' });
    expect(latestChange(worse, 'count')?.before).toBeCloseTo(10 / 5000, 4);
    expect(latestChange(worse, 'count')?.after).toBeCloseTo(5 / 5000, 4);
  });

  it('skips days without exposure and refuses negative values', () => {
    const paused = times(60, (day) => (day < 40 ? 20 : 8) + noise(day)).map((one, day) =>
      day > 30 && day < 40 ? { count: 0, exposure: 0 } : one,
    );
    expect(latestChange(paused, 'count')?.at).toBe(40);
    expect(() => latestChange([{ count: -1, exposure: 1 }], 'count')).toThrow(RangeError);
    expect(() => latestChange([{ count: Number.NaN, exposure: 1 }], 'count')).toThrow(RangeError);
  });
});

/** Draws a Poisson count (Knuth). */
function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; product *= random.next()) count += 1;
  return count;
}

describe('series without a change', () => {
  const sources: readonly [string, CountedKind, (random: Random, day: number) => Observation][] = [
    ['rare events', 'count', (random) => ({ count: poisson(random, 3), exposure: 1 })],
    [
      'uneven days with a weekday pattern',
      'count',
      (random, day) => ({
        count: poisson(random, 40 * (WEEK[day % 7] ?? 1) * (0.6 + 0.8 * random.next())),
        exposure: 1,
      }),
    ],
    [
      'results of changing costs',
      'count',
      (random) => {
        const exposure = 5000 + random.below(20_000);
        return { count: poisson(random, exposure / 2500), exposure };
      },
    ],
    [
      'sums of orders',
      'sum',
      (random) => ({
        count: Array.from({ length: poisson(random, 4) }, () => 2000 + random.below(9000)).reduce(
          (sum, one) => sum + one,
          0,
        ),
        exposure: 1,
      }),
    ],
  ];

  it.each(sources)('fire in at most 2 of 100: %s', (_, kind, draw) => {
    const random = seeded(42);
    let fired = 0;
    for (let run = 0; run < 500; run += 1) {
      const length = 30 + random.below(61);
      const series = Array.from({ length }, (__, day) => draw(random, day));
      if (latestChange(series, kind)) fired += 1;
    }
    expect(fired).toBeLessThanOrEqual(10);
  });

  it('find most halved rates, near the day', () => {
    const random = seeded(7);
    let near = 0;
    for (let run = 0; run < 200; run += 1) {
      const series = Array.from({ length: 60 }, (_, day) => ({
        count: poisson(random, day < 40 ? 10 : 5),
        exposure: 1,
      }));
      if (Math.abs((latestChange(series, 'count')?.at ?? -99) - 40) <= 4) near += 1;
    }
    expect(near).toBeGreaterThan(150);
  });
});
