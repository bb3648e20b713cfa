import { readReportState } from '../url-state';
import { contentsOf, customParameters } from './custom-view';

const DEFAULTS = {
  axes: ['ad'] as const,
  sort: { key: 'cv_total_final', ascending: false },
  item: '1',
  period: { preset: 'd30' as const },
};

/** Converts contents to a saved item as returned by the server. */
const saved = (contents: ReturnType<typeof contentsOf>) => ({
  columns: [...(contents.columns ?? [])].map(String),
  axes: [...(contents.axes ?? [])].map(String),
  attributes: [...(contents.attributes ?? [])].map(String),
  trend: contents.trend ?? null,
  filters: [...(contents.filters ?? [])],
  period: contents.period ?? null,
  comparison: contents.comparison ?? null,
  sort: contents.sort ?? null,
  attributionModel: contents.attributionModel ?? null,
  evaluation: contents.evaluation ?? null,
});

describe('view saved as a custom item', () => {
  it.each([
    'period=d7&axis=asp,device&asp_ids=1,2&device=pc&sort=-roas&model=3&evaluation=1&compare=last_year',
    'from=2026-01-01&to=2026-01-31&compare=2025-01-01_2025-01-31&axis=lpo_title&sort=cpa',
    'compare=0&period=lastMonth&sort=-cvr',
    'axis=ad&attrs=asp,type1&trend=0&sort=-custom_12',
    'axis=ad&trend=1',
    'axis=ad&figures=cv_total_final%3E%3D3,roas%3C0.8&asp_ids=1',
  ])('restores the view: %s', (address) => {
    const state = readReportState(new URLSearchParams(address), DEFAULTS);
    const again = readReportState(
      customParameters(saved(contentsOf(state, ['cpa', 'roas', 'ad_cost_share']))),
      { ...DEFAULTS, item: 'saved', axes: ['agency'], period: { preset: 'today' } },
    );
    const { item: _before, ...what } = state;
    const { item, ...shown } = again;
    expect(shown).toEqual(what);
    expect(item).toBe('saved');
  });

  it('keeps custom measures as columns and sort key', () => {
    const state = readReportState(new URLSearchParams('sort=custom_3'), DEFAULTS);
    expect(contentsOf(state, ['cpa', 'custom_3', 'custom_x'])).toMatchObject({
      columns: ['cpa', 'custom_3'],
      sort: 'custom_3',
    });
  });

  it('keeps only measures as columns and turns the drill-down path into a filter', () => {
    const state = readReportState(new URLSearchParams('drill=asp:3&axis=ad'), DEFAULTS);
    expect(contentsOf(state, ['cpa', 'ad_cost_share'])).toMatchObject({
      columns: ['cpa'],
      filters: [{ name: 'asp_ids', values: ['3'] }],
      axes: ['ad'],
    });
  });

  it('sorts by its first column by default', () => {
    const plain = {
      columns: ['roas', 'cpa'],
      axes: ['ad'],
      attributes: [],
      trend: null,
      filters: [],
      period: null,
      comparison: null,
      sort: null,
      attributionModel: null,
      evaluation: null,
    };
    expect(Object.fromEntries(customParameters(plain))).toEqual({ item: 'saved', axis: 'ad', sort: '-roas' });
  });
});
