import {
  addMonths,
  comparePeriods,
  countDays,
  dayOf,
  earlierDays,
  endOfDay,
  finishedDaysOfMonth,
  finishedDaysOfWeek,
  formatDateTime,
  isDay,
  lastDays,
  lastDayOfMonth,
  listPeriods,
  monthOf,
  monthRange,
  monthToDate,
  parseDateTime,
  parseDay,
  periodLabel,
  previousMonthToSameDay,
  previousPeriod,
  splitIntoMonthsAndEdgeDays,
  startOfDay,
  startOfWeek,
  weekday,
  addDays,
} from './index';

const SUNDAY = 0;
const MONDAY = 1;

describe('Tokyo days', () => {
  it.each([
    ['2025-12-31T14:59:59.999Z', 20251231],
    ['2025-12-31T15:00:00.000Z', 20260101],
    ['2026-06-30T15:00:00.000Z', 20260701],
    ['2024-02-28T15:00:00.000Z', 20240229],
    ['1969-12-31T14:59:59.999Z', 19691231],
  ])('%s is in %i', (iso, day) => {
    expect(dayOf(Date.parse(iso))).toBe(day);
    expect(startOfDay(day)).toBeLessThanOrEqual(Date.parse(iso));
    expect(endOfDay(day)).toBeGreaterThanOrEqual(Date.parse(iso));
  });

  it('knows months, leap years and weekdays', () => {
    expect(lastDayOfMonth(202402)).toBe(20240229);
    expect(lastDayOfMonth(202602)).toBe(20260228);
    expect(addMonths(202601, -1)).toBe(202512);
    expect(addMonths(202611, 14)).toBe(202801);
    expect(weekday(20261120)).toBe(5);
    expect(isDay(20260229)).toBe(false);
    expect(isDay(20261301)).toBe(false);
  });

  it.each([
    [20261120, MONDAY, 20261116],
    [20261120, SUNDAY, 20261115],
    [20261115, SUNDAY, 20261115],
    [20261115, MONDAY, 20261109],
    [20260101, MONDAY, 20251229],
  ] as const)('the week of %i, starting on %i, begins on %i', (day, start, first) => {
    expect(startOfWeek(day, start)).toBe(first);
  });
});

describe('ranges', () => {
  it('presets end yesterday', () => {
    expect(lastDays(7, 20260305)).toEqual({ from: 20260226, to: 20260304 });
    expect(lastDays(30, 20260305)).toEqual({ from: 20260203, to: 20260304 });
  });

  it.each([
    ['as many days just before', 20260110, 20260119, 20251231, 20260109],
    ['one day', 20260301, 20260301, 20260228, 20260228],
    ['a whole month against a whole month', 20260301, 20260331, 20260201, 20260228],
    ['a quarter against a quarter', 20260401, 20260630, 20260101, 20260331],
  ])('previous period: %s', (_name, from, to, previousFrom, previousTo) => {
    expect(previousPeriod({ from, to })).toEqual({ from: previousFrom, to: previousTo });
  });

  it.each([
    [20261120, 20261101, 20261001, 20261020],
    [20260101, 20260101, 20251201, 20251201],
    [20260331, 20260301, 20260201, 20260228],
    [20260228, 20260201, 20260101, 20260128],
  ])('the month to %i begins on %i and stands beside %i..%i', (day, from, previousFrom, previousTo) => {
    expect(monthToDate(day)).toEqual({ from, to: day });
    expect(previousMonthToSameDay(day)).toEqual({ from: previousFrom, to: previousTo });
  });

  it.each([
    [20260110, 20260120, null, [[20260110, 20260120]]],
    [20260110, 20260215, null, [[20260110, 20260215]]],
    [20260101, 20260131, [202601, 202601], []],
    [20260110, 20260405, [202602, 202603], [[20260110, 20260131], [20260401, 20260405]]],
    [20260101, 20260405, [202601, 202603], [[20260401, 20260405]]],
    [20251215, 20260228, [202601, 202602], [[20251215, 20251231]]],
    [20260228, 20260227, null, []],
  ])('%i..%i is read as months and edge days', (from, to, months, edges) => {
    const parts = splitIntoMonthsAndEdgeDays(from, to);
    expect(parts.months && [parts.months.from, parts.months.to]).toEqual(months);
    expect(parts.edges.map((edge) => [edge.from, edge.to])).toEqual(edges);
  });

  it('months and edges always make the range', () => {
    for (let start = 0; start < 70; start += 3) {
      for (let length = 1; length < 130; length += 7) {
        const from = addDays(20251120, start);
        const to = addDays(from, length - 1);
        const { months, edges } = splitIntoMonthsAndEdgeDays(from, to);
        let days = edges.reduce((sum, edge) => sum + countDays(edge.from, edge.to), 0);
        if (months) days += countDays(monthRange(months.from).from, monthRange(months.to).to);
        expect(days).toBe(length);
      }
    }
  });
});

describe('periods of a trend', () => {
  it('lists every period of the range, none left out', () => {
    const keys = (unit: 'month' | 'week' | 'day', from: number, to: number): string[] =>
      listPeriods({ from, to }, unit, MONDAY).map((period) => periodLabel(period.key, unit));
    expect(keys('month', 20251215, 20260203)).toEqual(['202512', '202601', '202602']);
    expect(keys('week', 20260101, 20260112)).toEqual(['2025/12/29', '2026/01/05', '2026/01/12']);
    expect(keys('day', 20260227, 20260301)).toEqual(['2026/02/27', '2026/02/28', '2026/03/01']);
  });

  it('cuts edge periods to the range', () => {
    expect(listPeriods({ from: 20260101, to: 20260112 }, 'week', MONDAY).map((period) => period.days)).toEqual([
      { from: 20260101, to: 20260104 },
      { from: 20260105, to: 20260111 },
      { from: 20260112, to: 20260112 },
    ]);
  });

  it('sets whole months against whole months, days against as many days earlier', () => {
    expect(comparePeriods(monthRange(202603), 'month', MONDAY)[0]?.previous).toEqual(monthRange(202602));
    const days = comparePeriods({ from: 20260111, to: 20260112 }, 'day', MONDAY).map((row) => row.previous?.from);
    expect(days).toEqual([20260109, 20260110]);
    const march = comparePeriods(monthRange(202603), 'day', MONDAY);
    expect(march[27]?.previous).toEqual({ from: 20260228, to: 20260228 });
    expect(march[28]?.previous).toBeNull();
  });
});

describe('what days are compared with', () => {
  it('is the same days of the month before where a month runs, as far as it has them', () => {
    expect(earlierDays({ range: { from: 20261101, to: 20261121 }, running: 'month' }, 'previous')).toEqual({ from: 20261001, to: 20261021 });
    expect(earlierDays({ range: { from: 20260301, to: 20260330 }, running: 'month' }, 'previous')).toEqual({ from: 20260201, to: 20260228 });
    expect(earlierDays({ range: { from: 20280201, to: 20280229 }, running: 'month' }, 'lastYear')).toEqual({ from: 20270201, to: 20270228 });
  });

  it('is the same days of the week before, or the same weekdays a year before, where a week runs', () => {
    const range = { from: 20261116, to: 20261118 };
    expect(earlierDays({ range, running: 'week' }, 'previous')).toEqual({ from: 20261109, to: 20261111 });
    expect(earlierDays({ range, running: 'week' }, 'lastYear')).toEqual({ from: 20251117, to: 20251119 });
  });

  it('is as many days before, or the same weekdays a year before, of all others', () => {
    const range = { from: 20261115, to: 20261121 };
    expect(earlierDays({ range, running: null }, 'previous')).toEqual({ from: 20261108, to: 20261114 });
    expect(earlierDays({ range, running: null }, 'lastYear')).toEqual({ from: 20251116, to: 20251122 });
  });

  it('leaves out the day that runs', () => {
    expect(finishedDaysOfMonth(20261122)).toEqual({ from: 20261101, to: 20261121 });
    expect(finishedDaysOfMonth(20261101)).toBeNull();
    expect(finishedDaysOfWeek(20261122, MONDAY)).toEqual({ from: 20261116, to: 20261121 });
    expect(finishedDaysOfWeek(20261122, SUNDAY)).toBeNull();
  });
});

describe('dates as text', () => {
  it.each([
    ['2026-01-02T03:04:05.000+09:00', '2026-01-01T18:04:05.000Z'],
    ['2026-01-02T03:04:05', '2026-01-01T18:04:05.000Z'],
    ['2026/01/02 03:04:05', '2026-01-01T18:04:05.000Z'],
    ['2026-01-01T18:04:05.1239Z', '2026-01-01T18:04:05.123Z'],
    ['2026-01-01T13:04:05-0500', '2026-01-01T18:04:05.000Z'],
    ['2026/01/02', '2026-01-01T15:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseDateTime(text) ?? NaN).toISOString()).toBe(iso);
  });

  it.each(['', '2026-13-01', '2026/02-01', '20260101', '2026-01-01T25:00', 'yesterday', '2026-02-30'])(
    '"%s" is no date',
    (text) => {
      expect(parseDateTime(text)).toBeNull();
      expect(parseDay(text)).toBeNull();
    },
  );

  it('shows Tokyo time', () => {
    expect(formatDateTime(Date.parse('2026-01-01T15:00:01.999Z'))).toBe('2026/01/02 00:00:01');
    expect(parseDay('2026-03-01')).toBe(20260301);
    expect(monthOf(20260301)).toBe(202603);
  });
});
