import { axisKeys, axisOf, storedAxisKeys } from './axes';
import { hasLogRows } from './metric-cell';

it('axes are read live if the rollups have no column for them, and then have neither filter nor log rows', () => {
  const live = axisKeys.filter((key) => !storedAxisKeys.includes(key));
  expect(live).toEqual(['os', 'browser']);
  for (const axis of live) {
    expect([axisOf(axis).filter, axisOf(axis).finerThanAd]).toEqual([null, true]);
    expect(hasLogRows('clicks', { at: { [axis]: ['x'] } })).toBe(false);
  }
  expect(hasLogRows('clicks', { at: { device: ['pc'] } })).toBe(true);
});
