import { fileColumns } from './download';

it('adds a margin column beside each forecast month of the ad effect file', () => {
  const months = (known: number) => ({ months: [0, 1, 2, 3].map((month) => ({ forecast: month >= known })) });
  expect(fileColumns(3, false, [months(4), months(2)]).slice(5)).toEqual([
    'month_0',
    'month_1',
    'month_2',
    'month_2_error',
    'month_3',
    'month_3_error',
  ]);
  expect(fileColumns(1, true, [])).toEqual([
    'acquisition_month',
    'customers',
    'cost',
    'payback_month',
    'forecast_from',
    'notes',
    'month_0',
    'month_1',
  ]);
});
