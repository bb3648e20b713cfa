import { shownMeasures } from './measures';

it('asks for what marks costs of media, whichever columns are chosen: the key figures rest on costs', () => {
  expect(shownMeasures({ item: '', columns: ['ad_click_count'], chart: '' })).toContain('mediaDays');
});
