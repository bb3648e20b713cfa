import {
  addMonths,
  comparePeriods,
  countDays,
  dayOf,
  comparisonDays,
  endOfDay,
  finishedDaysOfMonth,
  finishedDaysOfWeek,
  formatDateTime,
  isDay,
  lastDays,
  lastDayOfMonth,
  isPartial,
  listPeriods,
  monthOf,
  monthRange,
  parseDateTime,
  parseDay,
  periodLabel,
  previousPeriod,
  previousPeriods,
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

  it('handles months, leap years and weekdays', () => {
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
  // rule: limits-18
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
    [20260110, 20260120, null, [[20260110, 20260120]]],
    [20260110, 20260215, null, [[20260110, 20260215]]],
    [20260101, 20260131, [202601, 202601], []],
    [
      20260110,
      20260405,
      [202602, 202603],
      [
        [20260110, 20260131],
        [20260401, 20260405],
      ],
    ],
    [20260101, 20260405, [202601, 202603], [[20260401, 20260405]]],
    [20251215, 20260228, [202601, 202602], [[20251215, 20251231]]],
    [20260228, 20260227, null, []],
  ])('%i..%i is split into months and edge days', (from, to, months, edges) => {
    const parts = splitIntoMonthsAndEdgeDays(from, to);
    expect(parts.months && [parts.months.from, parts.months.to]).toEqual(months);
    expect(parts.edges.map((edge) => [edge.from, edge.to])).toEqual(edges);
  });

  it('months and edges always add up to the range', () => {
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
  it('lists every period of the range without gaps', () => {
    const keys = (unit: 'month' | 'week' | 'day', from: number, to: number): string[] =>
      listPeriods({ from, to }, unit, MONDAY).map((period) => periodLabel(period.key, unit));
    expect(keys('month', 20251215, 20260203)).toEqual(['202512', '202601', '202602']);
    expect(keys('week', 20260101, 20260112)).toEqual(['2025/12/29', '2026/01/05', '2026/01/12']);
    expect(keys('day', 20260227, 20260301)).toEqual(['2026/02/27', '2026/02/28', '2026/03/01']);
  });

  it('cuts edge periods to the range', () => {
    expect(
      listPeriods({ from: 20260101, to: 20260112 }, 'week', MONDAY).map((period) => period.days),
    ).toEqual([
      { from: 20260101, to: 20260104 },
      { from: 20260105, to: 20260111 },
      { from: 20260112, to: 20260112 },
    ]);
  });

  it.each([
    ['as many days', 'day', 20260301, 20260331, 20260129, 20260228],
    ['as many weeks', 'week', 20260302, 20260329, 20260202, 20260301],
    ['as many weeks, also from midweek', 'week', 20260304, 20260331, 20260204, 20260303],
    ['whole weeks for a broken one, to align weekdays', 'week', 20260301, 20260330, 20260125, 20260223],
    ['a whole month', 'month', 20260301, 20260331, 20260201, 20260228],
    ['as many whole months', 'month', 20260101, 20260331, 20251001, 20251231],
    ['months from the same day on', 'month', 20260110, 20260209, 20251210, 20260109],
    ['months to the same day', 'month', 20260101, 20260315, 20251001, 20251215],
    ['months to their end', 'month', 20260115, 20260228, 20251115, 20251231],
    ['never days of the range itself', 'month', 20260131, 20260228, 20251130, 20251231],
  ] as const)(
    'are compared with the periods just before: %s (%s, %i to %i)',
    (_name, unit, from, to, previousFrom, previousTo) => {
      expect(previousPeriods({ from, to }, unit)).toEqual({ from: previousFrom, to: previousTo });
    },
  );

  it('are compared day by day, week by week, month by month', () => {
    const beside = (
      from: number,
      to: number,
      unit: 'month' | 'week' | 'day',
      against = previousPeriods({ from, to }, unit),
    ) =>
      comparePeriods({ from, to }, unit, MONDAY, against).map(({ period, previous }) => [
        period.key,
        previous?.from,
        previous?.to,
      ]);
    expect(beside(20260111, 20260112, 'day')).toEqual([
      [20260111, 20260109, 20260109],
      [20260112, 20260110, 20260110],
    ]);
    expect(beside(20260204, 20260217, 'week')).toEqual([
      [20260202, 20260121, 20260125],
      [20260209, 20260126, 20260201],
      [20260216, 20260202, 20260203],
    ]);
    expect(beside(20260110, 20260315, 'month')).toEqual([
      [202601, 20251010, 20251031],
      [202602, 20251101, 20251130],
      [202603, 20251201, 20251215],
    ]);
    // Custom days compare by month if both start on the same day of the month, else by number of days.
    expect(beside(20260201, 20260331, 'month', { from: 20250201, to: 20250331 })).toEqual([
      [202602, 20250201, 20250228],
      [202603, 20250301, 20250331],
    ]);
    expect(beside(20260120, 20260210, 'month', { from: 20251229, to: 20260119 })).toEqual([
      [202601, 20251229, 20260109],
      [202602, 20260110, 20260119],
    ]);
    const march = beside(20260301, 20260331, 'day', monthRange(202602));
    expect([march[27], march[28]]).toEqual([
      [20260328, 20260228, 20260228],
      [20260329, undefined, undefined],
    ]);
  });

  it('keep a constant distance, and use no day twice', () => {
    for (let start = 0; start < 60; start += 7) {
      for (let length = 1; length < 100; length += 9) {
        const range = { from: addDays(20251120, start), to: addDays(20251120, start + length - 1) };
        for (const unit of ['day', 'week', 'month'] as const) {
          const against = previousPeriods(range, unit);
          expect(against.to).toBeLessThan(range.from);
          const met = comparePeriods(range, unit, MONDAY, against).flatMap(({ previous }) =>
            previous ? [previous] : [],
          );
          expect(met.reduce((sum, { from, to }) => sum + countDays(from, to), 0)).toBe(
            countDays(against.from, against.to),
          );
          expect(met.every(({ from }, index) => index === 0 || from > met[index - 1]!.to)).toBe(true);
        }
      }
    }
  });

  it('report whether they are complete', () => {
    const cut = (unit: 'month' | 'week' | 'day', from: number, to: number) =>
      listPeriods({ from, to }, unit, MONDAY).map((period) => isPartial(period, unit));
    expect(cut('month', 20260101, 20260227)).toEqual([false, true]);
    expect(cut('week', 20260101, 20260111)).toEqual([true, false]);
    expect(cut('day', 20260101, 20260102)).toEqual([false, false]);
  });
});

describe('the days to compare with', () => {
  it('are the same days of the month before for the current month, as far as they exist', () => {
    expect(comparisonDays({ range: { from: 20261101, to: 20261121 }, running: 'month' }, 'previous')).toEqual(
      {
        from: 20261001,
        to: 20261021,
      },
    );
    expect(comparisonDays({ range: { from: 20260301, to: 20260330 }, running: 'month' }, 'previous')).toEqual(
      {
        from: 20260201,
        to: 20260228,
      },
    );
    expect(comparisonDays({ range: { from: 20280201, to: 20280229 }, running: 'month' }, 'lastYear')).toEqual(
      {
        from: 20270201,
        to: 20270228,
      },
    );
  });

  it('are as many months before for months that end with the current one', () => {
    const range = { from: 20251101, to: 20261121 };
    expect(comparisonDays({ range, running: 'month' }, 'previous')).toEqual({ from: 20241001, to: 20251021 });
    expect(comparisonDays({ range, running: 'month' }, 'lastYear')).toEqual({ from: 20241101, to: 20251121 });
  });

  it('are the same days of the week before, or the same weekdays a year before, for the current week', () => {
    const range = { from: 20261116, to: 20261118 };
    expect(comparisonDays({ range, running: 'week' }, 'previous')).toEqual({ from: 20261109, to: 20261111 });
    expect(comparisonDays({ range, running: 'week' }, 'lastYear')).toEqual({ from: 20251117, to: 20251119 });
  });

  it('are as many days before, or the same weekdays a year before, for other ranges', () => {
    const range = { from: 20261115, to: 20261121 };
    expect(comparisonDays({ range, running: null }, 'previous')).toEqual({ from: 20261108, to: 20261114 });
    expect(comparisonDays({ range, running: null }, 'lastYear')).toEqual({ from: 20251116, to: 20251122 });
  });

  it('exclude the current day', () => {
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
    ['2026-01-02T03:04:05+09', '2026-01-01T18:04:05.000Z'],
    ['2026/01/02', '2026-01-01T15:00:00.000Z'],
  ])('%s is %s', (text, iso) => {
    expect(new Date(parseDateTime(text) ?? NaN).toISOString()).toBe(iso);
  });

  it.each([
    '',
    '2026-13-01',
    '2026/02-01',
    '20260101',
    '2026-01-01T25:00',
    '2026-01-01T00:00+24:00',
    '2026-01-01T00:00+09:60',
    'yesterday',
    '2026-02-30',
  ])('"%s" is no date', (text) => {
    expect(parseDateTime(text)).toBeNull();
    expect(parseDay(text)).toBeNull();
  });

  // rule: limits-01
  it('formats Tokyo time', () => {
    expect(formatDateTime(Date.parse('2026-01-01T15:00:01.999Z'))).toBe('2026/01/02 00:00:01');
    expect(parseDay('2026-03-01')).toBe(20260301);
    expect(monthOf(20260301)).toBe(202603);
  });
});
