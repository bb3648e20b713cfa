import { figuresBehind, type Figure } from '../../../../shared/catalog';
import { COSTS, filtersOf } from './costs';

describe('the cost of ads in logs', () => {
  it('is all that reports open', () => expect(figuresBehind('adCost', 1)).toEqual(COSTS));

  it.each<[string, Partial<Figure>, ReturnType<typeof filtersOf>]>([
    ['everything', {}, {}],
    ['an ad network on a device', { at: { asp: [3], device: ['pc'] } }, { asp: ['3'], device: ['pc'] }],
    ['ads without a category', { at: { category: ['none'] } }, undefined],
    ['all but some ads', { except: { axis: 'ad', values: [1], noAd: false } }, undefined],
    ['direct conversions', { noAd: true }, undefined],
  ])('a report is asked for %s by its filters', (_, place, filters) =>
    expect(filtersOf({ at: {}, noAd: false, ...place })).toEqual(filters),
  );
});
