import type { TFunction } from 'i18next';
import { termPeriods } from './periods';

it('names the running day and future days', () => {
  const periods = termPeriods(
    {
      range: { from: 20261126, to: 20261128 },
      previous: undefined,
      unit: 'day',
      weekStart: 1,
      today: 20261127,
      language: 'ja',
    },
    ((key: string) => key) as TFunction,
  );
  expect(periods.map(({ partial, running, ahead }) => [partial, running, ahead])).toEqual([
    [undefined, false, false],
    ['term.running', true, false],
    ['term.ahead', false, true],
  ]);
});
