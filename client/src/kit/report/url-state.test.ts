import type { Period } from '../period/period';
import { withParameters } from '../with-parameters';
import { readReportState, sortText, type ReportDefaults } from './url-state';

const DEFAULTS: ReportDefaults & { period: Period } = {
  period: { preset: 'd30' },
  axes: ['ad'],
  sort: { key: 'ad_cost', ascending: false },
  item: '1',
};
const read = (query: string) => readReportState(new URLSearchParams(query), DEFAULTS);

describe('URL state of a report', () => {
  it('is the defaults if the URL states nothing', () => {
    expect(read('')).toMatchObject({
      period: { preset: 'd30' },
      comparison: 'previous',
      axes: ['ad'],
      filters: {},
      path: [],
      sort: { key: 'ad_cost', ascending: false },
      item: '1',
      columns: undefined,
      model: undefined,
      search: '',
      empty: false,
    });
  });

  it('reads every parameter', () => {
    expect(
      read(
        'from=2026-01-01&to=2026-01-31&compare=0&axis=asp,device&asp_ids=1,2&device=pc&drill=agency:3&sort=cpa&item=0&cols=cpa,roas&chart=cpa&model=3&evaluation=1&view=models&cv=3,0,x,5&q=tea&empty=1',
      ),
    ).toEqual({
      period: { preset: 'custom', range: { from: 20260101, to: 20260131 } },
      comparison: 'none',
      axes: ['asp', 'device'],
      filters: { asp: ['1', '2'], device: ['pc'] },
      path: [[{ axis: 'agency', id: '3' }]],
      sort: { key: 'cpa', ascending: true },
      item: '0',
      columns: ['cpa', 'roas'],
      chart: 'cpa',
      model: 3,
      evaluation: 1,
      view: 'models',
      cvSettingIds: [3, 5],
      search: 'tea',
      empty: true,
    });
  });

  it.each([
    ['axis=nothing', 'axes', ['ad']],
    ['axis=asp,asp,ad,device,agency', 'axes', ['asp', 'ad', 'device']],
    ['from=2026-02-01&to=2026-01-01', 'period', { preset: 'd30' }],
    ['from=2026-02-30&to=2026-03-01', 'period', { preset: 'd30' }],
    ['period=d7&from=2026-01-01&to=2026-01-02', 'period', { preset: 'd7' }],
    ['compare=last_year', 'comparison', 'lastYear'],
    ['compare=2025-11-01_2025-11-21', 'comparison', { from: 20251101, to: 20251121 }],
    ['compare=2025-11-31_2025-11-01', 'comparison', 'previous'],
    ['sort=--x', 'sort', DEFAULTS.sort],
    ['model=9', 'model', undefined],
    ['evaluation=1.5', 'evaluation', undefined],
    ['asp_ids=1,x,;drop', 'filters', { asp: ['1'] }],
    ['device=pc,%3Cscript%3E', 'filters', { device: ['pc'] }],
    ['drill=asp:x', 'path', []],
  ] as const)('reads %s into %s as %j', (query, part, expected) => {
    expect(read(query)[part]).toEqual(expected);
  });

  it('changes the given parameters only, and leaves no empty ones', () => {
    const before = new URLSearchParams('product_id=3&axis=ad&asp_ids=1');
    expect(
      withParameters(before, {
        axis: 'asp',
        asp_ids: '',
        sort: sortText({ key: 'cpa', ascending: false }),
      }).toString(),
    ).toBe('product_id=3&axis=asp&sort=-cpa');
    expect(before.get('axis')).toBe('ad');
  });
});
