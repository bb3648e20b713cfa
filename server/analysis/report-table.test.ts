import type { Row } from '../export/csv';
import { measureKeys, measureNames, type MetricValues } from '../../shared/catalog';
import type { ReportRow } from './input';
import { comparisonColumns, reportColumns, type Column } from './report/columns';
import { reportTable } from './report-document';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';

const zeros = Object.fromEntries(measureKeys.map((key) => [key, 0])) as MetricValues;
const rows: ReportRow[] = [
  { adId: 7, ad: '=cmd()', noAd: false, figures: { ...zeros, adClickCount: 3, roas: null, profit: -12.5 } },
  { adId: null, ad: null, noAd: true, figures: { ...zeros, cvFinal1: 1 } },
];
const known = [
  ...reportColumns(attributions, ['ad']),
  ...attributions.extraColumns,
  ...comparisonColumns(attributions),
];
const named = (names: string[]): Column[] =>
  names.map((name) => known.find((column) => column.name === name)!);
const table = (columns: string[], locale?: 'ja' | 'en' | 'zh-CN', from = rows) => {
  const result = reportTable(from, named(columns), { locale });
  return [result.header, ...(result.rows as Iterable<Row>)];
};

describe('a report as a table', () => {
  it('has the chosen columns in order, with REST names if no locale is given', () => {
    expect(table(['ad', 'profit', 'roas', 'no_ad', 'cv_final_1'])).toEqual([
      ['ad', 'profit', 'roas', 'no_ad', 'cv_final_1'],
      ['=cmd()', -12.5, null, false, 0],
      [null, 0, 0, true, 1],
    ]);
  });

  it('uses the language of the given locale', () => {
    expect(table(['ad_id', 'ad', 'cv_final_1', 'cpa_diff'], 'ja')).toEqual([
      ['広告 ID', '広告', '最終CV1', 'CPA 差'],
      [7, '=cmd()', 0, undefined],
      [null, '（広告なし）', 1, undefined],
    ]);
    for (const locale of ['en', 'zh-CN'] as const)
      expect(table(['ad', 'ad_click_count'], locale)[0]).not.toContain('ad_click_count');
  });

  it('shows one model beside the others if its column is chosen', () => {
    const credited = { ...rows[0]!, models: [{ attributionModel: 2 as const, figures: { attrCv: 1.5 } }] };
    expect(table(['ad_id', 'attr_cv_model_2', 'attr_cv_model_5'], 'ja', [credited])).toEqual([
      ['広告 ID', '再配分CV 減衰配分', '再配分CV 終点重視'],
      [7, 1.5, null],
    ]);
  });

  it('shows the comparison days beside', () => {
    const compared = [
      { ...rows[0]!, previous: { ...zeros, cpa: 8 } },
      { ...rows[1]!, previous: null },
    ];
    expect(table(['ad', 'cpa', 'cpa_previous'], 'ja', compared)).toEqual([
      ['広告', 'CPA', 'CPA 比較期間'],
      ['=cmd()', 0, 8],
      ['（広告なし）', 0, null],
    ]);
  });

  it('offers every metric of the catalogue', () => {
    expect(reportColumns(adSummaries, ['ad', 'device']).map(({ name }) => name)).toEqual([
      'ad_id',
      'ad',
      'device',
      'no_ad',
      ...measureNames,
    ]);
    expect(known.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['cpa_diff', 'roas_ratio', 'amount_avg_diff']),
    );
  });
});
