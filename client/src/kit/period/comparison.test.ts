import { comparisonText, readComparison, resolveDays } from './comparison';

const TODAY = 20261122;
const NOW = { today: TODAY, weekStart: 1 } as const;
const CHOSEN = { from: 20260101, to: 20260131 };

describe('resolveDays', () => {
  it('shows the finished days of the current month, compared with the same days of the last, and today beside', () => {
    expect(resolveDays({ preset: 'thisMonth' }, 'previous', NOW)).toEqual({
      range: { from: 20261101, to: 20261121 },
      previous: { from: 20261001, to: 20261021 },
      beside: TODAY,
      unfinished: false,
    });
    expect(resolveDays({ preset: 'thisMonth' }, 'lastYear', NOW).previous).toEqual({
      from: 20251101,
      to: 20251121,
    });
  });

  it("shows the finished days of the current week, starting on the product's weekday", () => {
    expect(resolveDays({ preset: 'thisWeek' }, 'previous', NOW)).toEqual({
      range: { from: 20261116, to: 20261121 },
      previous: { from: 20261109, to: 20261114 },
      beside: TODAY,
      unfinished: false,
    });
    expect(resolveDays({ preset: 'thisWeek' }, 'previous', { ...NOW, weekStart: 0 })).toMatchObject({
      range: { from: TODAY, to: TODAY },
      previous: undefined,
      beside: undefined,
    });
  });

  it.each([
    ['thisQuarter', 20261001, 20260701, 20260821],
    ['thisYear', 20260101, 20250101, 20251121],
  ] as const)('compares the finished days of %s with the same days before', (preset, from, before, until) => {
    expect(resolveDays({ preset }, 'previous', NOW)).toEqual({
      range: { from, to: 20261121 },
      previous: { from: before, to: until },
      beside: TODAY,
      unfinished: false,
    });
  });

  it.each([
    ['yesterday', 20261121, 20261121, 20261120, 20261120],
    ['lastWeek', 20261109, 20261115, 20261102, 20261108],
    ['d14', 20261108, 20261121, 20261025, 20261107],
  ] as const)('compares %s with as many days before', (preset, from, to, before, until) => {
    expect(resolveDays({ preset }, 'previous', NOW)).toMatchObject({
      range: { from, to },
      previous: { from: before, to: until },
    });
  });

  it('compares whole months plus the current one with as many months before', () => {
    expect(resolveDays({ preset: 'm12' }, 'previous', NOW)).toEqual({
      range: { from: 20251101, to: 20261121 },
      previous: { from: 20241001, to: 20251021 },
      beside: TODAY,
      unfinished: false,
    });
    expect(resolveDays({ preset: 'm12' }, 'lastYear', NOW).previous).toEqual({
      from: 20241101,
      to: 20251121,
    });
  });

  it('compares nothing if today is the only day', () => {
    const today = {
      range: { from: TODAY, to: TODAY },
      previous: undefined,
      beside: undefined,
      unfinished: true,
    };
    expect(resolveDays({ preset: 'today' }, 'previous', NOW)).toEqual(today);
    expect(resolveDays({ preset: 'custom', range: { from: TODAY, to: TODAY } }, CHOSEN, NOW)).toEqual(today);
    const first = 20261101;
    expect(resolveDays({ preset: 'thisMonth' }, 'previous', { ...NOW, today: first })).toEqual({
      range: { from: first, to: first },
      previous: undefined,
      beside: undefined,
      unfinished: true,
    });
  });

  it('compares with the previous days, last year, any days or nothing', () => {
    expect(resolveDays({ preset: 'd7' }, 'previous', NOW).previous).toEqual({ from: 20261108, to: 20261114 });
    expect(resolveDays({ preset: 'd7' }, 'lastYear', NOW).previous).toEqual({ from: 20251116, to: 20251122 });
    expect(resolveDays({ preset: 'd7' }, CHOSEN, NOW).previous).toEqual(CHOSEN);
    expect(resolveDays({ preset: 'd7' }, 'none', NOW).previous).toBeUndefined();
    expect(
      resolveDays({ preset: 'custom', range: { from: 20261120, to: TODAY } }, 'previous', NOW),
    ).toMatchObject({ previous: { from: 20261117, to: 20261119 }, unfinished: true });
  });

  it('round-trips through the URL with the comparison', () => {
    for (const comparison of ['none', 'previous', 'lastYear', CHOSEN] as const)
      expect(readComparison(comparisonText(comparison))).toEqual(comparison);
    expect(readComparison('2026-02-01_2026-01-01')).toBe('previous');
  });
});
