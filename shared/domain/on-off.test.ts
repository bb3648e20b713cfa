import {
  excludesZero,
  expectedWeek,
  fitOnOff,
  minimalEffect,
  MIN_PRE_WEEKS,
  onOffEffect,
  placeboCheck,
  type OnOffWeek,
} from './on-off';
import { studentQuantile } from './student-t';
import { seeded, type Random } from './testing/random';

describe('the quantile of Student’s t', () => {
  // Abramowitz and Stegun (1964), table 26.10.
  it.each([
    [0.95, 1, 6.314],
    [0.95, 2, 2.92],
    [0.95, 6, 1.943],
    [0.95, 24, 1.711],
    [0.975, 5, 2.571],
    [0.975, 10, 2.228],
    [0.75, 3, 0.765],
    [0.75, 40, 0.681],
    [0.995, 30, 2.75],
    [0.5, 7, 0],
  ])('of %d with %i degrees of freedom is %d', (p, df, expected) =>
    expect(studentQuantile(p, df)).toBeCloseTo(expected, 3),
  );
});

/** Normal numbers by the polar method. */
const normal = (random: Random): number => {
  for (;;) {
    const [x, y] = [2 * random.next() - 1, 2 * random.next() - 1];
    const square = x * x + y * y;
    if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
  }
};

/** Weeks whose response is 20 + control / 10 with independent errors. */
const simulate = (random: Random, count: number, sigma = 5): OnOffWeek[] =>
  Array.from({ length: count }, () => {
    const control = 800 + 100 * normal(random);
    return { control, response: 20 + control / 10 + sigma * normal(random) };
  });

const AD = [
  [100, 12],
  [120, 15],
  [90, 10],
  [110, 13],
  [105, 14],
  [95, 11],
  [130, 16],
  [115, 12],
].map(([control = 0, response = 0]): OnOffWeek => ({ control, response }));

const fitOf = (weeks: readonly OnOffWeek[]) => {
  const fit = fitOnOff(weeks);
  if (!fit) throw new Error('no fit');
  return fit;
};

describe('the fit', () => {
  // By hand: the deviations make sums of squares of 1246.875 and 28.875, and of products of 168.125.
  it('is ordinary least squares', () => {
    const fit = fitOf(AD);
    const slope = 168.125 / 1246.875;
    expect(fit).toMatchObject({ weeks: 8, control: 108.125, response: 12.875, spread: 1246.875 });
    expect(fit.slope).toBeCloseTo(slope, 12);
    expect(fit.sigma).toBeCloseTo(Math.sqrt((28.875 - slope * 168.125) / 6), 10);
  });

  it.each([
    ['no weeks', []],
    [`fewer than ${MIN_PRE_WEEKS} weeks`, AD.slice(1)],
    ['a constant control', AD.map(({ response }) => ({ response, control: 3 }))],
    ['a control of zeros', AD.map(({ response }) => ({ response, control: 0 }))],
  ])('is null for %s', (_case, weeks) => expect(fitOnOff(weeks)).toBeNull());

  it('of a test week at the mean control is the mean response, and its interval the narrowest', () => {
    const fit = fitOf(AD);
    const { value, low, high } = expectedWeek(fit, 108.125);
    expect(value).toBe(12.875);
    expect(high - value).toBeCloseTo(1.943 * fit.sigma * Math.sqrt(1 + 1 / 8), 2);
    const other = expectedWeek(fit, 150);
    expect(other.high - other.low).toBeGreaterThan(high - low);
  });
});

describe('the effect of a test', () => {
  it('of one week is the expected less the actual response', () => {
    const fit = fitOf(AD);
    const expected = expectedWeek(fit, 120);
    const effect = onOffEffect(fit, [{ control: 120, response: 9 }]);
    expect(effect.value).toBeCloseTo(expected.value - 9, 12);
    expect(effect.high - effect.low).toBeCloseTo(expected.high - expected.low, 12);
  });

  it('is found exactly in a series without errors', () => {
    const random = seeded(1);
    const weeks = simulate(random, 24, 0);
    const test = simulate(random, 4, 0).map((week) => ({ ...week, response: week.response - 7 }));
    expect(onOffEffect(fitOf(weeks), test).value).toBeCloseTo(28, 8);
  });

  it('is covered by about 90 % of the intervals, and zero is not taken for an effect more often', () => {
    const random = seeded(7);
    const rounds = 3000;
    let covered = 0;
    let sum = 0;
    for (let round = 0; round < rounds; round += 1) {
      const weeks = simulate(random, 20);
      const test = simulate(random, 4).map((week) => ({ ...week, response: week.response - 6 }));
      const { value, low, high } = onOffEffect(fitOf(weeks), test);
      if (low <= 24 && 24 <= high) covered += 1;
      sum += value;
    }
    expect(Math.abs(covered / rounds - 0.9)).toBeLessThan(0.02);
    expect(Math.abs(sum / rounds - 24)).toBeLessThan(0.6);
  });

  it('scales with the response and ignores the unit and the zero of the control', () => {
    const random = seeded(3);
    const [weeks, test] = [simulate(random, 15), simulate(random, 3)];
    const base = onOffEffect(fitOf(weeks), test);
    const change =
      (change: (week: OnOffWeek) => OnOffWeek) =>
      (list: readonly OnOffWeek[]): OnOffWeek[] =>
        list.map(change);
    const cases = [
      [1000, change(({ control, response }) => ({ control, response: 1000 * response }))],
      [1, change(({ control, response }) => ({ control: 1000 * control, response }))],
      [1, change(({ control, response }) => ({ control: 500 - control, response }))],
      [1, change(({ control, response }) => ({ control, response: response + 100 }))],
    ] as const;
    for (const [factor, apply] of cases) {
      const effect = onOffEffect(fitOf(apply(weeks)), apply(test));
      for (const name of ['value', 'low', 'high'] as const)
        expect(effect[name] / factor).toBeCloseTo(base[name], 6);
      expect(minimalEffect(fitOf(apply(weeks)), 3) / factor).toBeCloseTo(minimalEffect(fitOf(weeks), 3), 6);
    }
  });

  it('does not depend on the order of the weeks; only the placebo check does', () => {
    const random = seeded(5);
    const [weeks, test] = [simulate(random, 20), simulate(random, 4)];
    const base = onOffEffect(fitOf(weeks), test);
    for (let round = 0; round < 20; round += 1) {
      const effect = onOffEffect(fitOf(random.shuffle([...weeks])), random.shuffle([...test]));
      for (const name of ['value', 'low', 'high'] as const) expect(effect[name]).toBeCloseTo(base[name], 8);
    }
  });
});

describe('the minimal effect', () => {
  it('is found in about 80 % of the tests', () => {
    const random = seeded(11);
    const rounds = 2000;
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const weeks = simulate(random, 26);
      // With the errors that the weeks were made with; the power of an estimated error varies around it.
      const fit = { ...fitOf(weeks), sigma: 5 };
      const effect = minimalEffect(fit, 4);
      const test = simulate(random, 4).map((week) => ({ ...week, response: week.response - effect }));
      if (excludesZero(onOffEffect(fitOf(weeks), test))) found += 1;
    }
    expect(Math.abs(found / rounds - 0.8)).toBeLessThan(0.04);
  });

  it('shrinks with more weeks of either kind', () => {
    const fit = fitOf(simulate(seeded(2), 20));
    expect(minimalEffect(fit, 8)).toBeLessThan(minimalEffect(fit, 4));
    expect(minimalEffect({ ...fit, weeks: 40 }, 4)).toBeLessThan(minimalEffect(fit, 4));
  });
});

/** Days with the autocorrelation that conversions have: today's error carries 0.4 of yesterday's, and weekdays differ. */
function simulateDays(random: Random, count: number): OnOffWeek[] {
  let error = 0;
  return Array.from({ length: count }, (_, day) => {
    error = 0.4 * error + 3 * normal(random);
    const control = 100 + 15 * normal(random) + (day % 7 < 5 ? 20 : 0);
    return { control, response: control / 4 + error };
  });
}

const byWeeks = (days: readonly OnOffWeek[]): OnOffWeek[] =>
  Array.from({ length: days.length / 7 }, (_, week) => {
    const own = days.slice(7 * week, 7 * week + 7);
    return {
      control: own.reduce((sum, { control }) => sum + control, 0),
      response: own.reduce((sum, { response }) => sum + response, 0),
    };
  });

describe('the placebo check', () => {
  it('counts every place of the test after the first eight weeks', () => {
    const weeks = simulate(seeded(4), 26);
    expect(placeboCheck(weeks, 4).checks).toBe(15);
    expect(placeboCheck(weeks.slice(0, 12), 4).checks).toBe(1);
    expect(placeboCheck(weeks.slice(0, 11), 4)).toEqual({ checks: 0, alarms: 0 });
  });

  it('finds about 10 % of false alarms in weekly sums of autocorrelated days, and too many in days', () => {
    const random = seeded(21);
    const sums = { weekly: { checks: 0, alarms: 0 }, daily: { checks: 0, alarms: 0 } };
    for (let round = 0; round < 300; round += 1) {
      const days = simulateDays(random, 26 * 7);
      const weekly = placeboCheck(byWeeks(days), 4);
      sums.weekly.checks += weekly.checks;
      sums.weekly.alarms += weekly.alarms;
      const start = 22 * 7;
      sums.daily.checks += 1;
      if (excludesZero(onOffEffect(fitOf(days.slice(0, start)), days.slice(start)))) sums.daily.alarms += 1;
    }
    const share = ({ checks, alarms }: { checks: number; alarms: number }) => alarms / checks;
    expect(Math.abs(share(sums.weekly) - 0.11)).toBeLessThan(0.03);
    expect(share(sums.daily)).toBeGreaterThan(0.17);
  });

  it('rings where the weeks changed their level', () => {
    const weeks = simulate(seeded(8), 26).map((week, index) =>
      index < 16 ? week : { ...week, response: week.response + 40 },
    );
    const { checks, alarms } = placeboCheck(weeks, 4);
    expect(alarms / checks).toBeGreaterThan(0.4);
  });

  it('raises no alarm in a series without errors', () =>
    expect(placeboCheck(simulate(seeded(9), 20, 0), 2).alarms).toBe(0));
});
