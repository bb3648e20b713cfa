import { binIndex, LATENCY_BINS, QUANTILES, quantileOf, TOUCH_BINS, collapseRepeats } from './index';

describe('quantiles by nearest rank', () => {
  it.each([
    [[1], [1, 1, 1, 1]],
    [
      [1, 2, 3, 4],
      [1, 2, 3, 4],
    ],
    [
      [15, 20, 35, 40, 50],
      [20, 35, 40, 50],
    ],
    [
      [1, 1, 1, 1, 1, 1, 1, 1, 2, 9],
      [1, 1, 1, 2],
    ],
  ])('%j', (values, expected) => {
    const counts = values.map((value) => [value, 1] as const);
    expect(Object.values(QUANTILES).map((share) => quantileOf(counts, share))).toEqual(expected);
  });
  it('are null without values', () => expect(quantileOf([], 0.5)).toBeNull());
  it('count repeated values as often as they occur', () =>
    expect(
      quantileOf(
        [
          [1, 9],
          [2, 1],
        ],
        0.9,
      ),
    ).toBe(1));
});

it.each([
  [0, 0],
  [1, 1],
  [10, 10],
  [11, 11],
  [15, 11],
  [16, 12],
  [30, 13],
  [31, 14],
  [9999, 14],
])('%i touches belong to bar %i', (touches, bin) => {
  expect(binIndex(TOUCH_BINS, touches)).toBe(bin);
});

it.each([
  [0, 0],
  [599.999, 0],
  [600, 1],
  [86_400, 4],
  [90 * 86_400, 10],
  [1e9, 10],
])('%d seconds belong to bar %i', (seconds, bin) => {
  expect(binIndex(LATENCY_BINS, seconds)).toBe(bin);
});

it.each([
  [[], []],
  [[1], [1]],
  [
    [1, 1, 2, 1],
    [1, 2, 1],
  ],
])('%j without consecutive repeats is %j', (ads, steps) => {
  expect(collapseRepeats<number>(ads)).toEqual(steps);
});
