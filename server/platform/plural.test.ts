import { pluralize } from './plural';

it('uses the singular for one and the plural otherwise', () => {
  expect([0, 1, 2].map((count) => pluralize(count, 'line'))).toEqual(['0 lines', '1 line', '2 lines']);
  expect([1, 2].map((count) => pluralize(count, 'line was', 'lines were'))).toEqual([
    '1 line was',
    '2 lines were',
  ]);
});
