import { requestedMeasures } from './measures';

it('always requests the marker for media costs, because the key metrics include costs', () => {
  expect(requestedMeasures({ item: '', columns: ['ad_click_count'], chart: '' })).toContain('mediaDays');
});
