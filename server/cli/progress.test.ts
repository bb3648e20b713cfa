import { barText } from './command';

it.each([
  [0, 100, 0, 'x [..............................]   0% 0/s 0:00'],
  [50, 100, 10, 'x [###############...............]  50% 5/s 0:10 left'],
  [100, 100, 75, 'x [##############################] 100% 1/s 1:15'],
])('%d of %d after %d s', (done, total, seconds, expected) => {
  expect(barText('x', done, total, seconds)).toBe(expected);
});
