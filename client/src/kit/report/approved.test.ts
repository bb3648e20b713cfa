import { approvedMeasures, measureName, measureOf, type MeasureKey } from '../../../../shared/catalog';
import { keysOf } from '../../../../shared/records';
import { approvedName } from './approved-name';

describe('approved only', () => {
  it.each(keysOf(approvedMeasures))('replaces %s by a measure of the same unit and direction', (key) => {
    const approved: MeasureKey = approvedMeasures[key];
    expect(measureOf(approved)).toMatchObject({
      unit: measureOf(key).unit,
      direction: measureOf(key).direction,
    });
    expect(approvedName(measureName(key))).toBe(measureName(approved));
    expect(approvedName(measureName(approved))).toBe(measureName(approved));
  });

  it('leaves columns without a counterpart', () => {
    expect(approvedName('ad_cost')).toBe('ad_cost');
    expect(approvedName('custom_1')).toBe('custom_1');
  });
});
