import { GOALS, verdict } from './goals';
import { alternate, summarize } from './measure';

it.each([
  [[3], { median: 3, low: 3, high: 3 }],
  [[4, 1, 3, 2], { median: 2.5, low: 1.75, high: 3.25 }],
  [[5, 1, 4, 2, 3], { median: 3, low: 2, high: 4 }],
])('summarizes %j', (values, expected) => {
  expect(summarize(values)).toEqual(expected);
});

it('compares each round, swaps the order, and ignores the first round', async () => {
  const order: string[] = [];
  let round = 0;
  const pair = await alternate(
    2,
    () => (order.push('ours'), Promise.resolve((round += 10))),
    () => (order.push('base'), Promise.resolve(10)),
  );
  expect(order).toEqual(['ours', 'base', 'base', 'ours', 'ours', 'base']);
  expect(pair.ratio).toEqual({ median: 2.5, low: 2.25, high: 2.75 });
});

it.each([
  ['adSummariesMonth', 0.9, 'aim'],
  ['adSummariesMonth', 8, 'reached'],
  ['adSummariesMonth', 8.1, 'missed'],
  ['redirectRate', 0.9, 'aim'],
  ['redirectRate', 0.6, 'reached'],
  ['redirectRate', 0.5, 'missed'],
  ['redirectLost', 1, 'missed'],
] as const)('%s at %d is %s', (goal, median, expected) => {
  expect(GOALS[goal]).toBeDefined();
  expect(verdict({ goal, where: '', value: { median, low: median, high: median }, detail: '' })).toBe(
    expected,
  );
});
