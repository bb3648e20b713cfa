import type { TFunction } from 'i18next';
import { termPeriods, requestedMeasures, isTooFine, termUnit } from './periods';

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

it('always requests the marker for media costs, because the key metrics include costs', () => {
  expect(requestedMeasures({ item: '', columns: ['ad_click_count'], chart: '' })).toContain('mediaDays');
});

const range = (from: number, to: number) => ({ from, to });

it.each([
  [null, 20261001, 20261030, 'day'],
  [null, 20260901, 20261101, 'day'],
  [null, 20260901, 20261102, 'week'],
  [null, 20260601, 20261129, 'week'],
  [null, 20260601, 20261130, 'month'],
  ['week', 20261001, 20261007, 'week'],
  ['year', 20261001, 20261007, 'day'],
  ['day', 20230101, 20261231, 'month'],
  ['week', 20000101, 20261231, 'month'],
] as const)('%s from %i to %i is shown by %s', (chosen, from, to, unit) => {
  expect(termUnit(chosen, range(from, to))).toBe(unit);
});

it('offers no unit with more periods than a chart shows', () => {
  expect(['day', 'week', 'month'].map((unit) => isTooFine(unit as 'day', range(20200101, 20261231)))).toEqual(
    [true, false, false],
  );
});
