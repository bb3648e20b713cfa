import { measureKeys, type MeasureKey } from '../../shared/catalog';
import type { AnalysisRow } from './input';
import { reportColumns, reportTable } from './report-table';

const metrics = Object.fromEntries(measureKeys.map((key) => [key, 0])) as Record<MeasureKey, number>;
const rows: AnalysisRow[] = [
  { ...metrics, ad_id: 7, ad: '=cmd()', no_ad: false, ad_click_count: 3, roas: null, profit: -12.5 },
  { ...metrics, ad_id: null, ad: null, no_ad: true, cv_final_1: 1 },
];
const table = (columns: string[], locale?: 'ja' | 'en' | 'zh-CN') => {
  const made = reportTable(rows, columns, { locale });
  return [made.header, ...made.rows];
};

describe('a report as a table', () => {
  it('has the chosen columns in their order, by REST key without a locale', () => {
    expect(table(['ad', 'profit', 'roas', 'no_ad', 'cv_final_1'])).toEqual([
      ['ad', 'profit', 'roas', 'no_ad', 'cv_final_1'],
      ['=cmd()', -12.5, null, false, 0],
      [null, 0, 0, true, 1],
    ]);
  });

  it('is worded in the reader\u2019s language with one', () => {
    expect(table(['ad_id', 'ad', 'cv_final_1', 'cpa_diff'], 'ja')).toEqual([
      ['広告 ID', '広告', '最終CV1', 'CPA 差'],
      [7, '=cmd()', 0, undefined],
      [null, '（広告なし）', 1, undefined],
    ]);
    for (const locale of ['en', 'zh-CN'] as const) expect(table(['ad', 'ad_click_count'], locale)[0]).not.toContain('ad_click_count');
  });

  it('shows one model beside the others where its column is chosen', () => {
    const credited = { ...rows[0]!, models: [{ attribution_model: 2, attr_cv: 1.5 }] };
    const made = reportTable([credited], ['ad_id', 'attr_cv_model_2', 'attr_cv_model_5'], { locale: 'ja' });
    expect([made.header, ...made.rows]).toEqual([
      ['広告 ID', '再配分CV 減衰配分', '再配分CV 終点重視'],
      [7, 1.5, null],
    ]);
  });

  it('offers every metric of the catalogue', () => {
    expect(reportColumns(['ad', 'device'], 'adSummaries')).toEqual(['ad_id', 'ad', 'device', 'no_ad', ...measureKeys]);
    expect(reportColumns(['ad'], 'attributions')).toEqual(expect.arrayContaining(['cpa_diff', 'roas_ratio', 'amount_avg_diff']));
  });
});
