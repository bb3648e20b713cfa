import { acquisitionRangeOf } from './acquisition-range';
import { fileColumns } from './download';

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

it('adds a margin column beside each forecast month of the ad effect file', () => {
  const months = (known: number) => ({ months: [0, 1, 2, 3].map((month) => ({ forecast: month >= known })) });
  expect(fileColumns(3, false, false, [months(4), months(2)]).slice(6)).toEqual([
    'month_0',
    'month_1',
    'month_2',
    'month_2_error',
    'month_3',
    'month_3_error',
  ]);
  expect(fileColumns(1, true, false, [])).toEqual([
    'acquisition_month',
    'customers',
    'cost',
    'ltv',
    'payback_month',
    'forecast_from',
    'notes',
    'month_0',
    'month_1',
  ]);
});
