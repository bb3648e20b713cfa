import { comparisonText, readComparison, shownDays } from './comparison';

const TODAY = 20261122;
const NOW = { today: TODAY, weekStart: 1 } as const;
const CHOSEN = { from: 20260101, to: 20260131 };

describe('the days of a period', () => {
  it('are the finished ones of a month that runs, against the same days of the last, with today beside', () => {
    expect(shownDays({ preset: 'thisMonth' }, 'previous', NOW)).toEqual({
      range: { from: 20261101, to: 20261121 },
      previous: { from: 20261001, to: 20261021 },
      beside: TODAY,
      unfinished: false,
    });
    expect(shownDays({ preset: 'thisMonth' }, 'lastYear', NOW).previous).toEqual({
      from: 20251101,
      to: 20251121,
    });
  });

  it('are the finished ones of a week that runs, by the weekday that the product begins it with', () => {
    expect(shownDays({ preset: 'thisWeek' }, 'previous', NOW)).toEqual({
      range: { from: 20261116, to: 20261121 },
      previous: { from: 20261109, to: 20261114 },
      beside: TODAY,
      unfinished: false,
    });
    expect(shownDays({ preset: 'thisWeek' }, 'previous', { ...NOW, weekStart: 0 })).toMatchObject({
      range: { from: TODAY, to: TODAY },
      previous: undefined,
      beside: undefined,
    });
  });

  it('are as many months before where months end with one that runs', () => {
    expect(shownDays({ preset: 'm12' }, 'previous', NOW)).toEqual({
      range: { from: 20251101, to: 20261121 },
      previous: { from: 20241001, to: 20251021 },
      beside: TODAY,
      unfinished: false,
    });
    expect(shownDays({ preset: 'm12' }, 'lastYear', NOW).previous).toEqual({ from: 20241101, to: 20251121 });
  });

  it('are compared with nothing where only today is among them', () => {
    const today = {
      range: { from: TODAY, to: TODAY },
      previous: undefined,
      beside: undefined,
      unfinished: true,
    };
    expect(shownDays({ preset: 'today' }, 'previous', NOW)).toEqual(today);
    expect(shownDays({ preset: 'custom', range: { from: TODAY, to: TODAY } }, CHOSEN, NOW)).toEqual(today);
    const first = 20261101;
    expect(shownDays({ preset: 'thisMonth' }, 'previous', { ...NOW, today: first })).toEqual({
      range: { from: first, to: first },
      previous: undefined,
      beside: undefined,
      unfinished: true,
    });
  });

  it('are compared with as many days before, with last year, or with any', () => {
    expect(shownDays({ preset: 'd7' }, 'previous', NOW).previous).toEqual({ from: 20261108, to: 20261114 });
    expect(shownDays({ preset: 'd7' }, 'lastYear', NOW).previous).toEqual({ from: 20251116, to: 20251122 });
    expect(shownDays({ preset: 'd7' }, CHOSEN, NOW).previous).toEqual(CHOSEN);
    expect(shownDays({ preset: 'd7' }, 'none', NOW).previous).toBeUndefined();
    expect(
      shownDays({ preset: 'custom', range: { from: 20261120, to: TODAY } }, 'previous', NOW),
    ).toMatchObject({ previous: { from: 20261117, to: 20261119 }, unfinished: true });
  });

  it('come back from the address with their comparison', () => {
    for (const comparison of ['none', 'previous', 'lastYear', CHOSEN] as const)
      expect(readComparison(comparisonText(comparison))).toEqual(comparison);
    expect(readComparison('2026-02-01_2026-01-01')).toBe('previous');
  });
});
