import { compareCredit, measureKeys, type MetricValues } from '../../shared/catalog';
import type { Row } from '../export/csv';
import type { ReportRow } from './input';
import { comparisonColumns, reportColumns } from './report/columns';
import { reportDocument, reportTable, type DocumentOptions } from './report-document';
import { adSummaries } from './reports';
import { attributions } from './reports/attributions';
import { lpoAnalysis } from './reports/lpo-analysis';
import { timeSeries } from './reports/time-series';
import { transitions } from './reports/transitions';

const zeros = Object.fromEntries(measureKeys.map((key) => [key, 0])) as MetricValues;
const row = (adId: number, ad: string, metrics: Partial<MetricValues>): ReportRow => ({
  adId,
  ad,
  noAd: false,
  figures: { ...zeros, cpa: null, ...metrics },
});
const rows = [
  row(1, 'ろ', { cvTotalFinal: 4, cpa: 500, adCost: 2000 }),
  row(2, 'い', { cvTotalFinal: 4, cpa: 500, adCost: 2000 }),
  row(3, 'は', { adCost: 900 }),
  row(4, 'に', {}),
];
const known = reportColumns(adSummaries, ['ad']);
const columnOf = (name: string) => known.find((column) => column.name === name)!;

const adsIn = (order: DocumentOptions['order']): string[] => {
  const document = reportDocument({ rows, result: { total: row(0, '', {}) } }, ['ad', 'cpa'].map(columnOf), {
    locale: 'ja',
    cvNames: new Map(),
    headed: (title) => title,
    logWord: (_, value) => value,
    order,
  });
  return [...(document.rows as Iterable<Row>)].map(([ad]) => String(ad));
};

describe('credit in a report file', () => {
  it('is rounded to add up, also on comparison days, and differences use the rounded values', () => {
    const credits = [
      [1.383, 0.126],
      [0.309, 0.126],
      [1.308, 0.748],
    ].map(([attrCv = 0, before = 0], index) => ({
      ...row(index + 1, `広告${index + 1}`, { attrCv, cvTotalFinal: 1 }),
      previous: { ...zeros, attrCv: before },
      cvTotalFinal: compareCredit(1, attrCv),
    }));
    const columns = [...reportColumns(attributions, ['ad']), ...comparisonColumns(attributions)];
    const named = ['attr_cv', 'attr_cv_previous', 'cv_total_final_diff'].map((name) =>
      columns.find((column) => column.name === name)!,
    );
    const document = reportDocument({ rows: credits, result: { total: row(0, '', {}) } }, named, {
      locale: 'ja',
      cvNames: new Map(),
      headed: (title) => title,
      logWord: (_, value) => value,
      order: null,
    });
    expect([...(document.rows as Iterable<Row>)]).toEqual([
      [1.38, 0.13, 0.38],
      [0.31, 0.12, -0.69],
      [1.31, 0.75, 0.31],
    ]);
  });
});

it('files show shares and losses of a split test like the screen', () => {
  const tested = {
    ...row(1, '', {}),
    lpoTitle: 'B',
    deliverRatio: 50,
    deliverRatioActual: 49.126,
    expectedLoss: 0.00321,
  };
  const columns = lpoAnalysis.columns.filter(({ name }) => /^deliver_|_loss$/.test(name));
  const document = reportDocument({ rows: [tested], result: { total: row(0, '', {}) } }, columns, {
    locale: 'ja',
    cvNames: new Map(),
    headed: (title, unit) => `${title} ${unit}`,
    logWord: (_, value) => value,
    order: null,
  });
  expect(document.header).toEqual([
    '配信割合（設定） ratio',
    '配信割合（実績） ratio',
    '見込み損失（1,000クリックあたり）',
  ]);
  expect([...(document.rows as Iterable<Row>)][0]).toEqual([50, 49.13, 3.21]);
});

describe('months and days in a report file', () => {
  it.each([
    ['timeSeries', 'period', timeSeries, { period: '202609' }, '2026/09'],
    ['timeSeries', 'period', timeSeries, { period: '2026/09/07' }, '2026/09/07'],
    ['transitions', 'acquisition_month', transitions, { acquisitionMonth: '202512' }, '2025/12'],
  ])('of %s.%s match the screen, while data keeps the raw values', (_, name, report, own, filed) => {
    const columns = reportColumns(report, []).filter((column) => column.name === name);
    const from = [{ ...row(1, '', {}), ...own }];
    const document = reportDocument({ rows: from, result: { total: row(0, '', {}) } }, columns, {
      locale: 'ja',
      cvNames: new Map(),
      headed: (title) => title,
      logWord: (_, value) => value,
      order: null,
    });
    expect([...(document.rows as Iterable<Row>)][0]).toEqual([filed]);
    expect([...(reportTable(from, columns).rows as Iterable<Row>)]).toEqual([Object.values(own)]);
  });
});

it.each([
  ['ja', 'はい', 'いいえ'],
  ['en', 'Yes', 'No'],
  ['zh-CN', '是', '否'],
] as const)('in %s a file writes booleans in words', (locale, yes, no) => {
  const columns = reportColumns(adSummaries, ['ad']).filter(({ name }) => name === 'no_ad');
  const document = reportDocument(
    {
      rows: [{ ...row(1, '', {}), noAd: true, ad: null }, row(2, '', {})],
      result: { total: row(0, '', {}) },
    },
    columns,
    { locale, cvNames: new Map(), headed: (title) => title, logWord: (_, value) => value, order: null },
  );
  expect([...(document.rows as Iterable<Row>)].flat()).toEqual([yes, no]);
});

describe('rows of a report file', () => {
  it.each<[string, boolean, string]>([
    ['cv_total_final', false, 'い ろ に は'],
    ['cv_total_final', true, 'い ろ に は'],
    ['cpa', true, 'い ろ は に'],
    ['cpa', false, 'は い ろ に'],
  ])('are sorted by %s, ascending: %p, as on screen', (name, ascending, expected) =>
    expect(adsIn({ column: columnOf(name), ascending })).toEqual([...expected.split(' '), '合計']),
  );

  it('keep the given order without a sort column', () =>
    expect(adsIn(null)).toEqual(['ろ', 'い', 'は', 'に', '合計']));
});
