import { comparisonText, readComparison, shownDays } from './comparison';

const TODAY = 20261122;
const CHOSEN = { from: 20260101, to: 20260131 };

describe('the days of a period', () => {
  it('are the finished ones of a month that runs, against the same days of the last, with today beside', () => {
    expect(shownDays({ preset: 'thisMonth' }, 'previous', TODAY)).toEqual({
      range: { from: 20261101, to: 20261121 },
      previous: { from: 20261001, to: 20261021 },
      beside: TODAY,
      unfinished: false,
    });
    expect(shownDays({ preset: 'thisMonth' }, 'lastYear', TODAY).previous).toEqual({ from: 20251101, to: 20251121 });
  });

  it('are compared with nothing where only today is among them', () => {
    const today = { range: { from: TODAY, to: TODAY }, previous: undefined, beside: undefined, unfinished: true };
    expect(shownDays({ preset: 'today' }, 'previous', TODAY)).toEqual(today);
    expect(shownDays({ preset: 'custom', range: { from: TODAY, to: TODAY } }, CHOSEN, TODAY)).toEqual(today);
    const first = 20261101;
    expect(shownDays({ preset: 'thisMonth' }, 'previous', first)).toEqual({ range: { from: first, to: first }, previous: undefined, beside: undefined, unfinished: true });
  });

  it('are compared with as many days before, with last year, or with any', () => {
    expect(shownDays({ preset: 'd7' }, 'previous', TODAY).previous).toEqual({ from: 20261108, to: 20261114 });
    expect(shownDays({ preset: 'd7' }, 'lastYear', TODAY).previous).toEqual({ from: 20251116, to: 20251122 });
    expect(shownDays({ preset: 'd7' }, CHOSEN, TODAY).previous).toEqual(CHOSEN);
    expect(shownDays({ preset: 'd7' }, 'none', TODAY).previous).toBeUndefined();
    expect(shownDays({ preset: 'custom', range: { from: 20261120, to: TODAY } }, 'previous', TODAY)).toMatchObject({ previous: { from: 20261117, to: 20261119 }, unfinished: true });
  });

  it('come back from the address with their comparison', () => {
    for (const comparison of ['none', 'previous', 'lastYear', CHOSEN] as const) expect(readComparison(comparisonText(comparison))).toEqual(comparison);
    expect(readComparison('2026-02-01_2026-01-01')).toBe('previous');
  });
});
