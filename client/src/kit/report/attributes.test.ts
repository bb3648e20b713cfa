import { shownAttributes } from './attributes';
import { choiceParameters } from './saved-choice';
import { readReportState } from './url-state';

const DEFAULTS = {
  axes: ['ad'],
  sort: { key: 'cpa', ascending: true },
  item: '1',
  period: { preset: 'd30' },
} as const;
const shown = (page: string, address: string): string[] =>
  shownAttributes(page, readReportState(new URLSearchParams(address), DEFAULTS));

describe('the attributes beside the axes', () => {
  it('are hidden until they are chosen, but not on pages that hide none', () => {
    expect([shown('ad-statistics', ''), shown('ad-statistics', 'attrs=type1,agency')]).toEqual([
      [],
      ['agency', 'type1'],
    ]);
    expect(shown('lpo', '')).toEqual(['agency', 'asp', 'category', 'type1', 'type2', 'type3']);
    expect(shown('lpo', 'attrs=none')).toEqual([]);
  });

  it('are of rows of one ad, never what is an axis itself, whatever the address says', () => {
    expect(shown('ad-statistics', 'axis=asp&attrs=agency')).toEqual([]);
    expect(shown('ad-statistics', 'axis=asp,ad&attrs=asp,agency,device,ad,nonsense')).toEqual(['agency']);
  });

  it('are remembered, also that there are none', () => {
    expect(choiceParameters({ attributes: ['asp'] })).toEqual({ attrs: 'asp' });
    expect(choiceParameters({ attributes: [] })).toEqual({ attrs: 'none' });
  });
});
