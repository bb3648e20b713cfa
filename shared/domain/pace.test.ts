import { addDays, daysIn, endOfDay, lastDayOfMonth, monthRange, startOfDay, weekday } from './calendar';
import { expectedShare, landingOf, landingRatio, PATTERN_DAYS, relativeToTarget, weekPattern } from './pace';
import { seeded } from './testing/random';

const HALF_DAY_MS = 43_200_000;
/** Sums of whole weeks that end on a day, by weekday. */
const history = (last: number, valueOf: (weekday: number, week: number) => number): number[] =>
  Array.from({ length: PATTERN_DAYS }, (_, at) =>
    valueOf(weekday(addDays(last, at + 1 - PATTERN_DAYS)), Math.floor(at / 7)),
  );
const isWorkday = (day: number): boolean => day > 0 && day < 6;
const uniform = weekPattern(
  history(20260310, () => 4),
  20260310,
  'count',
);
const weekdaysOnly = weekPattern(
  history(20260310, (day) => (isWorkday(day) ? 2 : 0)),
  20260310,
  'count',
);

describe('the weekday pattern', () => {
  it('weighs weekdays by their mean, however the weeks begin', () => {
    for (const last of [20260308, 20260310, 20260314]) {
      const { weekdays } = weekPattern(
        history(last, (day) => day + 1),
        last,
        'sum',
      );
      expect(weekdays.map((weight) => weight / 8)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    }
  });

  it.each<[string, number[], number | null]>([
    ['nothing', [], null],
    ['zeros', history(20260310, () => 0), null],
    ['four weeks', history(20260310, (_day, week) => (week < 4 ? 0 : 1)), null],
    ['five weeks', history(20260310, (_day, week) => (week < 3 ? 0 : 1)), 1],
  ])('weighs all weekdays the same with %s', (_name, values, dispersion) => {
    const pattern = weekPattern(values, 20260310, 'count');
    expect(new Set(pattern.weekdays).size).toBe(1);
    expect(pattern.dispersion).toBe(dispersion);
  });

  it('measures how weekly sums vary: Pearson’s statistic by degree of freedom', () => {
    const values = history(20260310, (_day, week) => (week % 2 === 0 ? 1 : 3));
    // Weeks of 7 and 21 around 14: 8 x 49 / 14 over 7.
    expect(weekPattern(values, 20260310, 'sum').dispersion).toBeCloseTo(4, 12);
    expect(
      weekPattern(
        history(20260310, () => 2),
        20260310,
        'sum',
      ).dispersion,
    ).toBe(0);
  });
});

describe('the expected share of a month', () => {
  it.each([
    ['before the month', 202603, startOfDay(20260215), 0],
    ['at its start', 202603, startOfDay(20260301), 0],
    ['at noon of the first day', 202603, startOfDay(20260301) + HALF_DAY_MS, 0.5 / 31],
    ['after ten days', 202603, startOfDay(20260311), 10 / 31],
    ['half of February', 202602, startOfDay(20260215), 14 / 28],
    ['half of February of a leap year', 202802, startOfDay(20280215), 14 / 29],
    ['at its end', 202603, endOfDay(20260331) + 1, 1],
    ['long after it', 202603, startOfDay(20270101), 1],
  ])('%s', (_name, month, until, share) => {
    expect(expectedShare(month, until, uniform)).toBeCloseTo(share, 12);
  });

  it('leaves out days that never sell', () => {
    // March 2026 begins on a Sunday and has 22 workdays, five of them until the 8th.
    expect(expectedShare(202603, startOfDay(20260302), weekdaysOnly)).toBe(0);
    expect(expectedShare(202603, startOfDay(20260309), weekdaysOnly)).toBeCloseTo(5 / 22, 12);
  });
});

// rule: limits-25
describe('the landing of a month', () => {
  it.each<[string, number, number, { value: number; low: number | null; high: number | null } | null]>([
    ['nothing is expected yet', 3, startOfDay(20260302), null],
    ['the month has not begun', 0, startOfDay(20260201), null],
    ['there is no result so far', 0, startOfDay(20260309), { value: 0, low: null, high: null }],
    // The rest of 34 after 10: 1.96 x sqrt(34 + 34^2 / 10) = 23.97 on both sides, but never below 10.
    ['five of 22 workdays are over', 10, startOfDay(20260309), { value: 44, low: 20.027, high: 67.973 }],
    ['the month is over', 37, startOfDay(20260401), { value: 37, low: 37, high: 37 }],
  ])('when %s', (_name, soFar, until, expected) => {
    const landing = landingOf(soFar, 202603, until, weekdaysOnly);
    if (!expected) return expect(landing).toBeNull();
    const close = (value: number | null) => (value === null ? null : expect.closeTo(value, 2));
    expect(landing).toEqual({
      value: close(expected.value),
      low: close(expected.low),
      high: close(expected.high),
    });
  });

  it('has no band without enough weeks', () => {
    const unknown = weekPattern([], 20260310, 'sum');
    expect(landingOf(100, 202603, startOfDay(20260311), unknown)).toEqual({
      value: expect.closeTo(310, 9),
      low: null,
      high: null,
    });
  });

  it('over random histories contains its value in the band, grows with the sum, and ends on it', () => {
    const random = seeded(42);
    for (let run = 0; run < 200; run += 1) {
      const month = 202601 + random.below(12);
      const days = daysIn(monthRange(month));
      const last = days[random.below(days.length)]!;
      const kind = random.below(2) === 0 ? 'count' : 'sum';
      const pattern = weekPattern(
        history(last, () => random.below(30)),
        last,
        kind,
      );
      const until = endOfDay(last) + 1;
      const soFar = random.below(1000);
      const landing = landingOf(soFar, month, until, pattern)!;
      expect(landing.value).toBeGreaterThanOrEqual(soFar);
      if (landing.low !== null && landing.high !== null) {
        expect(landing.low).toBeGreaterThanOrEqual(soFar);
        expect(landing.low).toBeLessThanOrEqual(landing.value);
        expect(landing.high).toBeGreaterThanOrEqual(landing.value);
      }
      expect(landingOf(soFar + 1, month, until, pattern)!.value).toBeGreaterThan(landing.value);
      const end = endOfDay(lastDayOfMonth(month)) + 1;
      expect(landingOf(soFar, month, end, pattern)).toEqual({ value: soFar, low: soFar, high: soFar });
      const flat = weekPattern([], last, kind);
      const elapsed = days.indexOf(last) + 1;
      expect(landingOf(soFar, month, until, flat)!.value).toBeCloseTo((soFar * days.length) / elapsed, 6);
    }
  });
});

it.each([
  [{ value: 900, low: 1, high: 2 }, { value: 3, low: 1, high: 2 }, 300],
  [{ value: 900, low: 1, high: 2 }, { value: 0, low: null, high: null }, null],
  [null, { value: 3, low: null, high: null }, null],
  [{ value: 900, low: null, high: null }, null, null],
])('the landing of a ratio divides landings: %j by %j', (numerator, denominator, value) => {
  expect(landingRatio(numerator, denominator)).toEqual(
    value === null ? null : { value, low: null, high: null },
  );
});

it.each([
  [50, 100, 0.5],
  [0, 100, 0],
  [50, 0, null],
  [null, 100, null],
  [50, null, null],
  [undefined, undefined, null],
])('%s of a target of %s is %s', (value, target, part) => {
  expect(relativeToTarget(value, target)).toBe(part);
});
