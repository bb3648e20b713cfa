import { drillDownSums, type MetricCell } from '../../../../shared/catalog';
import { COSTS, filtersOf } from './costs';

describe('ad cost in logs', () => {
  it('lists all parts that reports open', () => expect(drillDownSums('adCost', 1)).toEqual(COSTS));

  it.each<[string, Partial<MetricCell>, ReturnType<typeof filtersOf>]>([
    ['everything', {}, {}],
    ['an ad network on a device', { at: { asp: [3], device: ['pc'] } }, { asp: ['3'], device: ['pc'] }],
    ['ads without a category', { at: { category: ['none'] } }, undefined],
    ['all ads except some', { except: { axis: 'ad', values: [1], noAd: false } }, undefined],
    ['direct conversions', { noAd: true }, undefined],
  ])('maps %s to report filters', (_, place, filters) =>
    expect(filtersOf({ at: {}, noAd: false, ...place })).toEqual(filters),
  );
});
