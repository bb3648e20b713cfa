import { scaleEnd } from './interval-plot';

describe('scaleEnd', () => {
  it.each([
    [0.0123, 0.015],
    [0.02, 0.02],
    [0.0201, 0.03],
    [0.071, 0.08],
    [0.09, 0.1],
    [0.5, 0.5],
    [1, 1],
    [0, 1],
    [Number.NaN, 1],
  ])('rounds %d up to %d', (value, end) => expect(scaleEnd(value)).toBeCloseTo(end, 12));
});
