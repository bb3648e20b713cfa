import { stretchOf } from './stretch';

const shown = (months: readonly string[], costWithoutCustomers = 0) =>
  stretchOf({ costWithoutCustomers, cohorts: months.map((acquisitionMonth) => ({ acquisitionMonth })) });

describe('the stretch of days of acquisition months', () => {
  it('is none without any', () => expect(shown([])).toBeUndefined());

  it('goes from the first to the last', () =>
    expect(shown(['202609', '202610'])).toEqual({
      acquisition: { from: 20260901, to: 20261031 },
      first: 202609,
      last: 202610,
      isWholeCost: true,
    }));

  it('has no cost where ads without customers cost something, or a month acquired nobody', () => {
    expect(shown(['202609'], 1)?.isWholeCost).toBe(false);
    expect(shown(['202608', '202610'])?.isWholeCost).toBe(false);
  });
});
