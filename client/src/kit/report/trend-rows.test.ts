import type { ReportRow } from './answer';
import { trendLines, type TrendBlock, type TrendPeriod } from './trend-rows';
import type { ReportChart } from './types';

const period = (key: string, more: Partial<TrendPeriod> = {}): TrendPeriod => ({
  key,
  tick: key,
  text: key,
  previous: `before ${key}`,
  partial: undefined,
  ...more,
});
const chart: ReportChart = {
  key: 'clicks',
  label: 'Clicks',
  unit: 'count',
  additive: true,
  series: [
    {
      key: 'clicks',
      label: 'Clicks',
      colour: 'primary',
      value: (row) => (typeof row.clicks === 'number' ? row.clicks : null),
    },
  ],
};
const plain = { key: '', name: 'Clicks', colour: 'blue' };
const block = (more: Partial<TrendBlock>): TrendBlock => ({
  kind: 'line',
  title: '',
  charts: [chart],
  measures: [],
  periods: [period('202601'), period('202602', { partial: 'cut' })],
  seriesOf: null,
  previousName: 'Before',
  ...more,
});
const row = (of: string, clicks: number | null, asp?: string): ReportRow => ({ period: of, clicks, asp });
const withPrevious = (now: ReportRow, before: number | null = null) => ({
  row: now,
  previous: before === null ? null : { ...now, clicks: before },
});
const byAsp = (one: ReportRow) => ({ key: String(one.asp), name: String(one.asp), colour: 'red' });

describe('trendLines', () => {
  it('returns one line in chronological order, whatever the order of rows, with the comparison line', () => {
    const lines = trendLines(
      [withPrevious(row('202602', 3), 5), withPrevious(row('202601', 2), 4)],
      block({}),
      chart,
      plain,
    );
    expect(lines.points.map(({ period: key, value, partial }) => [key, value, partial])).toEqual([
      ['202601', 2, false],
      ['202602', 3, true],
    ]);
    expect(lines.previous.map(({ series, value }) => [series, value])).toEqual([
      ['Before', 4],
      ['Before', 5],
    ]);
  });

  it('omits missing values and a missing comparison', () => {
    const lines = trendLines(
      [withPrevious(row('202601', null), 9), withPrevious(row('202602', 1), 7)],
      block({ periods: [period('202601', { previous: undefined }), period('202602')] }),
      chart,
      plain,
    );
    expect(lines.points.map(({ value }) => value)).toEqual([null, 1]);
    expect(lines.previous.map(({ period: key, value }) => [key, value])).toEqual([['202602', 7]]);
    expect(trendLines([withPrevious(row('202601', 1), 0)], block({}), chart, plain).previous).toEqual([]);
    expect(
      trendLines([withPrevious(row('202601', 1), 2)], block({ previousName: undefined }), chart, plain)
        .previous,
    ).toEqual([]);
  });

  it('ends at future periods but keeps the comparison line', () => {
    const lines = trendLines(
      [withPrevious(row('202601', 1), 2), withPrevious(row('202602', 0), 3)],
      block({ periods: [period('202601'), period('202602', { ahead: true })] }),
      chart,
      plain,
    );
    expect(lines.points.map(({ value }) => value)).toEqual([1]);
    expect(lines.previous.map(({ value }) => value)).toEqual([2, 3]);
  });

  it('compares no separate lines, and stacked areas by their sum', () => {
    const rows = [
      withPrevious(row('202601', 1, 'a'), 10),
      withPrevious(row('202601', 2, 'b'), 20),
      withPrevious(row('202602', 3, 'b')),
    ];
    const lines = trendLines(rows, block({ seriesOf: byAsp }), chart, plain);
    expect(lines.series.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(lines.previous).toEqual([]);
    expect(
      trendLines(rows, block({ kind: 'stacked', seriesOf: byAsp }), chart, plain).previous.map(
        ({ value }) => value,
      ),
    ).toEqual([30, 0]);
  });
});
