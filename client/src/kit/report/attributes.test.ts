import { visibleAttributes } from './attributes';
import { choiceParameters } from './saved-choice';
import { readReportState } from './url-state';

const DEFAULTS = {
  axes: ['ad'],
  sort: { key: 'cpa', ascending: true },
  item: '1',
  period: { preset: 'd30' },
} as const;
const visible = (page: string, address: string): string[] =>
  visibleAttributes(page, readReportState(new URLSearchParams(address), DEFAULTS));

describe('visible attributes', () => {
  it('hides attributes until they are chosen, except on pages that show all', () => {
    expect([visible('ad-statistics', ''), visible('ad-statistics', 'attrs=type1,agency')]).toEqual([
      [],
      ['agency', 'type1'],
    ]);
    expect(visible('lpo', '')).toEqual(['agency', 'asp', 'category', 'type1', 'type2', 'type3']);
    expect(visible('lpo', 'attrs=none')).toEqual([]);
  });

  it('shows attributes only on ad rows, and never an axis of the report', () => {
    expect(visible('ad-statistics', 'axis=asp&attrs=agency')).toEqual([]);
    expect(visible('ad-statistics', 'axis=asp,ad&attrs=asp,agency,device,ad,nonsense')).toEqual(['agency']);
  });

  it('remembers the choice, including an empty one', () => {
    expect(choiceParameters({ attributes: ['asp'] })).toEqual({ attrs: 'asp' });
    expect(choiceParameters({ attributes: [] })).toEqual({ attrs: 'none' });
  });
});
