import { acquisitionRangeOf } from './acquisition-range';

const rangeOf = (months: readonly string[], costWithoutCustomers = 0) =>
  acquisitionRangeOf({
    costWithoutCustomers,
    cohorts: months.map((acquisitionMonth) => ({ acquisitionMonth })),
  });

describe('day range of the acquisition months', () => {
  it('is undefined without months', () => expect(rangeOf([])).toBeUndefined());

  it('spans the first to the last month', () =>
    expect(rangeOf(['202609', '202610'])).toEqual({
      acquisition: { from: 20260901, to: 20261031 },
      first: 202609,
      last: 202610,
      isWholeCost: true,
    }));

  it('is not the whole cost if ads without customers cost something or a month acquired no customers', () => {
    expect(rangeOf(['202609'], 1)?.isWholeCost).toBe(false);
    expect(rangeOf(['202608', '202610'])?.isWholeCost).toBe(false);
  });
});
