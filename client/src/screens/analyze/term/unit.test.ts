import { isTooFine, termUnit } from './unit';

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
