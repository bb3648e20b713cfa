import { shownMeasures } from './measures';

it('always requests the marker for media costs, because the key metrics include costs', () => {
  expect(shownMeasures({ item: '', columns: ['ad_click_count'], chart: '' })).toContain('mediaDays');
});
