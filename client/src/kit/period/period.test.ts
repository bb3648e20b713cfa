import { defaultPeriod, periodParameters, rangeOf, readPeriod } from './period';

const TODAY = 20260305;
const NOW = { today: TODAY, weekStart: 1 } as const;

describe('periods', () => {
  it.each([
    ['today', 20260305, 20260305],
    ['yesterday', 20260304, 20260304],
    ['d7', 20260226, 20260304],
    ['d14', 20260219, 20260304],
    ['d30', 20260203, 20260304],
    ['d90', 20251205, 20260304],
    ['thisWeek', 20260302, 20260304],
    ['lastWeek', 20260223, 20260301],
    ['thisMonth', 20260301, 20260304],
    ['lastMonth', 20260201, 20260228],
    ['thisQuarter', 20260101, 20260304],
    ['thisYear', 20260101, 20260304],
    ['m12', 20250301, 20260304],
    ['m24', 20240301, 20260304],
  ] as const)('%s covers %i to %i', (preset, from, to) => {
    expect(rangeOf({ preset }, NOW)).toEqual({ from, to });
  });

  it.each([
    ['thisQuarter', 20260401, 20260401],
    ['thisQuarter', 20261231, 20261001],
    ['thisYear', 20260101, 20260101],
    ['thisYear', 20261231, 20260101],
  ] as const)('%s on %i starts on %i', (preset, today, from) => {
    const to = from === today ? today : 20261230;
    expect(rangeOf({ preset }, { today, weekStart: 1 })).toEqual({ from, to });
  });

  it('starts the last week on the weekday of the product', () => {
    expect(rangeOf({ preset: 'lastWeek' }, { today: TODAY, weekStart: 0 })).toEqual({
      from: 20260222,
      to: 20260228,
    });
  });

  it('defaults to today for a product without earlier data', () => {
    expect(defaultPeriod(null, TODAY)).toEqual({ preset: 'today' });
    expect(defaultPeriod(TODAY, TODAY)).toEqual({ preset: 'today' });
    expect(defaultPeriod(TODAY - 1, TODAY)).toEqual({ preset: 'd30' });
  });

  it('round-trips through the URL', () => {
    for (const period of [
      { preset: 'd7' },
      { preset: 'custom', range: { from: 20260101, to: 20260102 } },
    ] as const) {
      const parameters = new URLSearchParams();
      for (const [name, value] of Object.entries(periodParameters(period)))
        if (value) parameters.set(name, value);
      expect(readPeriod(parameters)).toEqual(period);
    }
  });
});
