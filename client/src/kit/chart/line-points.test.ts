import { axisTicks, linePath } from './line-points';

describe('linePath', () => {
  it.each<[(number | null)[], string]>([
    [[], ''],
    [[5], 'M50 50h0'],
    [[0, 10], 'M0 100L100 0'],
    [[0, null, 10], 'M0 100h0M100 0h0'],
    [[0, 5, null, 10, 10], 'M0 100L25 50M75 0L100 0'],
  ])('draws %j', (values, path) => expect(linePath(values, 0, 10)).toBe(path));

  it('draws equal values along the bottom', () => expect(linePath([3, 3], 3, 3)).toBe('M0 100L100 100'));
});

describe('axisTicks', () => {
  it.each<[(number | null)[], boolean, number[]]>([
    [[], false, [0, 1]],
    [[0, 0], true, [0, 1]],
    [[1, 2], true, [0, 1, 2]],
    [[0.02, null], false, [0, 0.005, 0.01, 0.015, 0.02]],
    [[90, 130], true, [0, 50, 100, 150]],
    [[-40, 60], false, [-50, -25, 0, 25, 50, 75]],
  ])('returns round ticks for %j', (values, whole, places) => {
    const ticks = axisTicks(values, whole);
    expect(ticks).toHaveLength(places.length);
    ticks.forEach((place, index) => expect(place).toBeCloseTo(places[index]!, 9));
  });
});
