import { addDays, dayOf } from './calendar';
import {
  daysBeforeSilence,
  isUnusual,
  median,
  silenceOf,
  usualRange,
  checkAlert,
  firstCheckedDay,
  firstDayAfterSave,
  nextCheck,
  checkPace,
  isPaceCase,
} from './watch';

describe('the median', () => {
  it.each([
    [[3], 3],
    [[1, 2], 1.5],
    [[9, 1, 5], 5],
    [[4, 1, 3, 2], 2.5],
    [[0, 0, 0, 100], 0],
  ])('of %j is %p', (values, middle) => expect(median(values)).toBe(middle));

  it('throws without values', () => expect(() => median([])).toThrow(RangeError));
});

describe('an unusual day', () => {
  // Distances 10, 5, 0, 5, 10 from 100: MAD 5, spread 7.413. By chance alone 100 events vary by 10.
  const clicks = [90, 95, 100, 105, 110];
  it.each([
    ['the usual value', 100, false],
    ['the upper bound', 135, false],
    ['above it', 136, true],
    ['the lower bound', 65, false],
    ['below it', 64, true],
    ['zero', 0, true],
  ])('clicks, %s: %p', (_, value, unusual) =>
    expect(isUnusual(value, usualRange(clicks, 'count')!)).toBe(unusual),
  );

  it('uses the spread of the weeks if it is wider', () => {
    // Distances 400, 200, 0, 200, 400: MAD 200, spread 296.52.
    expect(usualRange([600, 800, 1000, 1200, 1400], 'count')).toMatchObject({
      median: 1000,
      low: 0,
      high: expect.closeTo(2037.82, 6),
    });
  });

  it('is not distorted by one campaign among the weeks', () => {
    expect(usualRange([90, 95, 100, 105, 10_000], 'count')).toMatchObject({ median: 100, high: 135 });
  });

  it('is not caused by one or two more of a few events', () => {
    expect(isUnusual(3, usualRange([0, 0, 0, 0, 0], 'count')!)).toBe(false);
    expect(isUnusual(4, usualRange([0, 0, 0, 0, 0], 'count')!)).toBe(true);
  });

  it('of sums uses a spread of at least a tenth', () => {
    expect(usualRange([10_000, 10_000, 10_000, 10_000, 10_000], 'sum')).toEqual({
      median: 10_000,
      low: 6500,
      high: 13_500,
      days: 5,
    });
  });

  it('needs at least five weeks', () => expect(usualRange([1, 2, 3, 4], 'count')).toBeNull());
});

describe('a silent source', () => {
  const LAST = 20260310;
  const backs = (...back: number[]) => back.map((days) => addDays(LAST, -days));
  const daily = backs(0, 1, 2, 3, 4, 5, 6, 7);
  const weekdays = daysBeforeSilence(LAST).filter((_, index) => index % 7 < 5);
  it.each<[string, number[], number, object | null]>([
    ['an event today', daily, 0, null],
    ['an event yesterday', daily, 1, null],
    ['one day without events', daily, 2, { days: 1, longest: 0 }],
    ['a week without events', daily, 8, { days: 7, longest: 0 }],
    ['weekday events, over a weekend', weekdays, 3, null],
    ['weekday events, three days without one', weekdays, 4, { days: 3, longest: 2 }],
    ['weekly events', backs(0, 7, 14, 21), 20, null],
    ['a new source', backs(0, 1, 2, 3, 4, 5), 30, null],
  ])('%s', (_, active, later, silence) =>
    expect(silenceOf(LAST, active, addDays(LAST, later))).toEqual(silence),
  );

  it('is compared with the four weeks up to its last event', () => {
    const days = daysBeforeSilence(LAST);
    expect([days[0], days.at(-1), days.length]).toEqual([20260211, 20260310, 28]);
  });
});

type DayRule = Parameters<typeof checkAlert>[2];
const above: DayRule = { is: 'above', threshold: 100 };
const below: DayRule = { is: 'below', threshold: 100 };
const unusual: DayRule = { is: 'unusual', kind: 'count' };
const EIGHT = [100, 100, 100, 100, 100, 100, 100, 100];

describe('an alert', () => {
  it.each<[string, number | null, number[], DayRule, boolean | null]>([
    ['above its threshold', 100.01, [], above, true],
    ['at its threshold', 100, [], above, false],
    ['below its threshold', 99.99, [], below, true],
    ['at its threshold from above', 100, [], below, false],
    ['zero below its threshold', 0, [], below, true],
    ['a ratio with a zero denominator', null, EIGHT, below, null],
    ['a ratio with a zero denominator, by its usual range', null, EIGHT, unusual, null],
    ['within its usual range', 135, EIGHT, unusual, false],
    ['above its usual range', 136, EIGHT, unusual, true],
    ['below its usual range', 64, EIGHT, unusual, true],
    ['too few weekdays', 1, EIGHT.slice(4), unusual, null],
    ['five weekdays are enough', 1, EIGHT.slice(3), unusual, true],
    ['a sum within a tenth of its median times 3.5', 134, EIGHT, { is: 'unusual', kind: 'sum' }, false],
    ['one campaign among eight weeks', 100, [...EIGHT.slice(1), 5000], unusual, false],
  ])('%s: %s', (_what, value, earlier, rule, raised) => {
    expect(checkAlert(value, earlier, rule)?.raised ?? null).toBe(raised);
  });

  it('reports the bounds that it compares with', () => {
    expect(checkAlert(150, [], above)).toEqual({
      value: 150,
      low: null,
      high: 100,
      median: null,
      raised: true,
    });
    expect(checkAlert(150, [], below)).toEqual({
      value: 150,
      low: 100,
      high: null,
      median: null,
      raised: false,
    });
    expect(checkAlert(150, EIGHT, unusual)).toEqual({
      value: 150,
      low: 65,
      high: 135,
      median: 100,
      raised: true,
    });
  });
});

const at = (time: string): number => Date.parse(`2026-03-18T${time}:00+09:00`);
const TODAY = dayOf(at('00:00'));
const YESTERDAY = addDays(TODAY, -1);
const alert = {
  measure: 'cpa',
  rule: 1,
  threshold: 100,
  figures: null,
  scope: 1,
  adId: null,
  hour: 9,
  status: true,
};

describe('the start of an alert', () => {
  it.each([
    ['08:59', YESTERDAY],
    ['09:00', TODAY],
    ['12:00', TODAY],
  ] as const)('at %s is at the next occurrence of its hour', (time, day) =>
    expect(firstCheckedDay(9, at(time))).toBe(day),
  );

  it.each(['measure', 'rule', 'threshold', 'figures', 'scope', 'adId', 'hour', 'status'] as const)(
    'moves after a change of %s',
    (name) =>
      expect(
        firstDayAfterSave(
          { ...alert, fromDay: 5 },
          { ...alert, [name]: name === 'hour' ? 10 : 7 },
          at('12:00'),
        ),
      ).toBe(TODAY),
  );

  it('stays after any other change', () =>
    expect([
      firstDayAfterSave({ ...alert, fromDay: 5 }, alert, at('12:00')),
      firstDayAfterSave({ ...alert, fromDay: null }, alert, at('12:00')),
      firstDayAfterSave(null, alert, at('12:00')),
    ]).toEqual([5, null, TODAY]));

  it.each([
    [{ fromDay: null, judgedDay: null }, YESTERDAY, at('09:00')],
    [{ fromDay: null, judgedDay: YESTERDAY }, TODAY, at('09:00') + 86_400_000],
    [{ fromDay: TODAY, judgedDay: null }, TODAY, at('09:00') + 86_400_000],
    [{ fromDay: 5, judgedDay: 6 }, YESTERDAY, at('09:00')],
  ])('decides its next check: %j', (known, day, time) =>
    expect(nextCheck({ hour: 9, ...known }, at('12:00'))).toEqual({ day, at: new Date(time) }),
  );
});

it.each<[landing: number, isCeiling: boolean, tolerance: number, raised: boolean]>([
  [95, false, 0, true],
  [100, false, 0, false],
  [95, false, 0.1, false],
  [89, false, 0.1, true],
  [105, true, 0, true],
  [100, true, 0, false],
  [105, true, 0.1, false],
  [111, true, 0.1, true],
  [0, true, 0, false],
])(
  'a landing of %s on a target of 100, as ceiling %s, tolerating %s, is a case: %s',
  (landing, isCeiling, tolerance, raised) => {
    const check = checkPace(landing, 100, { is: 'pace', isCeiling, tolerance });
    expect([check.raised, check.median, isPaceCase(check)]).toEqual([raised, 100, true]);
    expect(check[isCeiling ? 'low' : 'high']).toBeNull();
  },
);

it.each([
  [{ low: null, high: 5, median: null }, false],
  [{ low: 1, high: 5, median: 3 }, false],
  [{ low: 1, high: null, median: 3 }, true],
])('%j compares with a target: %s', (bounds, isPace) => {
  expect(isPaceCase(bounds)).toBe(isPace);
});
