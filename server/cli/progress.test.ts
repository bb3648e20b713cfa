import { barText, recentReadings } from './command';

it.each([
  [0, 100, 0, 'x [..............................]   0% 0/s 0:00'],
  [50, 100, 10, 'x [###############...............]  50% 5/s 0:10 left'],
  [100, 100, 75, 'x [##############################] 100% 1/s 1:15'],
])('%d of %d after %d s', (done, total, seconds, expected) => {
  expect(
    barText('x', total, [
      [0, 0],
      [seconds, done],
    ]),
  ).toBe(expected);
});

it('estimates the time left from the last seconds', () => {
  const fastThenSlow = Array.from({ length: 60 }, (_, n) => [n, n < 30 ? n * 10 : 300 + (n - 30)] as const);
  const readings = fastThenSlow.reduce<ReturnType<typeof recentReadings>>(recentReadings, []);
  expect(readings).toHaveLength(11);
  expect(barText('x', 1000, readings)).toMatch(/ 1\/s 11:11 left$/);
});
