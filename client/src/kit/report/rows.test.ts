import { aspColourMap } from './asp-colours';
import { chartBars, MAX_BARS } from '../chart/chart-rows';
import type { ReportRow } from './answer';
import { measureColumn } from './measure-columns';
import { searchRows, sortRows } from './visible';
import type { ChartSeries, ReportColumn } from './types';
import { RowTrends, filtersOfRows, trendUnit } from './use-row-trends';
import { composedRows, compositions } from './composition';

const value = (row: ReportRow): number | null => (typeof row.v === 'number' ? row.v : null);
const column = { key: 'v', value } as ReportColumn;
const row = (id: number, v: number | null): ReportRow => ({ adId: id, ad: `ad ${id}`, noAd: false, v });
const nameOf = (one: ReportRow): string => String(one.ad);
const sorted = (rows: ReportRow[], ascending = false, previousRows?: ReportRow[]) =>
  sortRows({ rows, previousRows }, ['ad'], column, { key: 'v', ascending }, nameOf);

describe('rows of a report', () => {
  it('sort by value, rows without one last in either direction', () => {
    const rows = [row(1, 5), row(2, null), row(3, 9)];
    expect(sorted(rows).map(({ name }) => name)).toEqual(['ad 3', 'ad 1', 'ad 2']);
    expect(sorted(rows, true).map(({ name }) => name)).toEqual(['ad 1', 'ad 3', 'ad 2']);
  });

  it('sort zero, displayed as a dash, near the end in ascending order', () => {
    const rows = [row(1, 5), row(2, null), row(3, 0), row(4, -2)];
    expect(sorted(rows, true).map(({ name }) => name)).toEqual(['ad 4', 'ad 1', 'ad 3', 'ad 2']);
    expect(sorted(rows).map(({ name }) => name)).toEqual(['ad 1', 'ad 3', 'ad 4', 'ad 2']);
  });

  it('rank rows with a cost and no result as the most expensive', () => {
    const cpa = measureColumn('cpa', String as never);
    const rows: ReportRow[] = [
      { adId: 1, ad: 'cheap', noAd: false, figures: { cpa: 100, adCost: 100 } },
      { adId: 2, ad: 'in vain', noAd: false, figures: { cpa: null, adCost: 9 } },
      { adId: 3, ad: 'idle', noAd: false, figures: { cpa: null, adCost: 0 } },
    ];
    const order = (ascending: boolean) =>
      sortRows({ rows, previousRows: undefined }, ['ad'], cpa, { key: 'cpa', ascending }, nameOf).map(
        ({ name }) => name,
      );
    expect(order(false)).toEqual(['in vain', 'cheap', 'idle']);
    expect(order(true)).toEqual(['cheap', 'in vain', 'idle']);
  });

  it('are found by words in any order and width', () => {
    const rows = [{ name: 'ハーブティー 定期便' }, { name: 'ＳＮＳ 動画' }];
    expect(searchRows(rows, '定期 ﾊｰﾌﾞ')).toEqual([rows[0]]);
    expect(searchRows(rows, 'sns')).toEqual([rows[1]]);
    expect(searchRows(rows, ' ')).toBe(rows);
  });

  it('are matched with their comparison values', () => {
    const [first, second] = sorted([row(1, 5), row(2, 4)], false, [row(2, 8)]);
    expect(first?.previous).toBeNull();
    expect(second?.previous).toMatchObject({ v: 8 });
    expect(sorted([row(1, 5)])[0]?.previous).toBeUndefined();
  });
});

describe('bars of a chart', () => {
  const series: ChartSeries[] = [{ key: 'v', label: 'V', colour: 'primary', value }];
  const many = sorted(Array.from({ length: 12 }, (_, index) => row(index + 1, index + 1)));

  it('are the eight largest rows and the sum of the rest', () => {
    const { bars } = chartBars(many, series, (count) => `rest ${count}`);
    expect(bars).toHaveLength(MAX_BARS + 1);
    expect(bars[0]).toMatchObject({ name: 'ad 12', value: 12 });
    expect(bars.at(-1)).toEqual({ key: null, name: 'rest 4', series: 'V', value: 1 + 2 + 3 + 4 });
  });

  it('omit the rest of non-additive values, and rows without a value', () => {
    expect(chartBars(many, series, undefined).bars).toHaveLength(MAX_BARS);
    const last = many.at(-1);
    expect(
      chartBars(many, series, undefined, (one) => one === last?.row).bars.map(({ key }) => key),
    ).toContain(last?.key);
    expect(chartBars(sorted([row(1, null), row(2, 0), row(3, 1)]), series, undefined).bars).toHaveLength(1);
  });

  it('separate a rest that would flatten the other bars', () => {
    const flat = sorted(Array.from({ length: 30 }, (_, index) => row(index + 1, 10)));
    const { bars, apart } = chartBars(flat, series, (count) => `rest ${count}`);
    expect(bars).toHaveLength(MAX_BARS);
    expect(apart).toEqual([{ key: null, name: 'rest 22', series: 'V', value: 220 }]);
  });

  it('start with rows that rank worst without having a value', () => {
    const ranked = [
      { ...series[0]!, rank: (one: ReportRow) => value(one) ?? (one.adId === 2 ? Infinity : null) },
    ];
    const { bars } = chartBars(sorted([row(1, 5), row(2, null), row(3, null)]), ranked, undefined);
    expect(bars.map((bar) => [bar.name, bar.value])).toEqual([
      ['ad 2', null],
      ['ad 1', 5],
    ]);
  });

  it('get distinct names for rows of the same name', () => {
    const twins = sorted([
      { ...row(1, 2), ad: 'same' },
      { ...row(2, 1), ad: 'same' },
    ]);
    expect(chartBars(twins, series, undefined).bars.map(({ name }) => name)).toEqual(['same', 'same (2)']);
  });

  it('cover fewer rows if each has many bars', () => {
    const models = Array.from({ length: 5 }, (_, index) => ({
      ...series[0]!,
      key: `m${index}`,
      label: `M${index}`,
    }));
    expect(new Set(chartBars(many, models, undefined).bars.map(({ name }) => name)).size).toBe(5);
  });

  it('give a network the same colour in every selection', () => {
    const colours = aspColourMap([30, 10, 20], ['red', 'green']);
    expect([...colours]).toEqual([
      ['10', 'red'],
      ['20', 'green'],
      ['30', 'red'],
    ]);
  });
});

const ROWS: ReportRow[] = [
  { adId: 1, device: 'pc' },
  { adId: 2, device: 'pc' },
];

describe('row trends', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('loads all rows of one moment in one request, each row once', async () => {
    const load = jest.fn((rows: readonly ReportRow[]) =>
      Promise.resolve(new Map(rows.map((row) => [`${String(row.adId)}`, ROWS]))),
    );
    const trends = new RowTrends(load);
    const listener = jest.fn();
    trends.subscribe(listener);
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    await jest.runAllTimersAsync();
    ROWS.forEach((row) => trends.request(String(row.adId), row));
    await jest.runAllTimersAsync();
    expect(load.mock.calls).toEqual([[ROWS]]);
    expect([trends.of('1'), trends.of('3'), listener.mock.calls.length]).toEqual([ROWS, undefined, 1]);
  });

  it('stay empty after a failed request', async () => {
    const trends = new RowTrends(() => Promise.reject(new Error('away')));
    trends.request('1', { adId: 1 });
    await jest.runAllTimersAsync();
    expect(trends.of('1')).toBeUndefined();
  });

  it('filter by the rows within the filters of the report', () => {
    expect(
      filtersOfRows(ROWS, { axes: ['ad', 'device'], filters: { asp: ['3'], ad: ['1', '2', '9'] } }),
    ).toEqual({ asp: ['3'], ad: ['1', '2'], device: ['pc'] });
  });

  it('use days, weeks or months depending on the range', () => {
    expect([
      trendUnit({ from: 20260101, to: 20260131 }),
      trendUnit({ from: 20260101, to: 20260630 }),
      trendUnit({ from: 20250701, to: 20260630 }),
    ]).toEqual(['day', 'week', 'month']);
  });
});

interface Row {
  cost: number;
  cv: number;
}
const rowsOf = (...rows: [string, number, number][]) =>
  rows.map(([key, cost, cv]) => ({ key, name: key, row: { cost, cv } }));
const parts = [
  { key: 'cost', label: 'Cost', value: ({ cost }: Row) => cost },
  { key: 'cv', label: 'CV', value: ({ cv }: Row) => cv },
];

describe('compositions', () => {
  it('rounds the displayed percentages to 100', () => {
    const rows = rowsOf(['a', 1, 1], ['b', 1, 2], ['c', 1, 3]);
    for (const { segments } of compositions(rows, rows, parts)) {
      expect(segments?.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)).toBe(1000);
    }
    expect(compositions(rows, rows, parts)[0]?.segments?.map(({ percent }) => percent)).toEqual([
      33.4, 33.3, 33.3,
    ]);
  });

  it('shows the rows that are large in any bar and sums up the others', () => {
    const rows = rowsOf(
      ...Array.from({ length: 12 }, (_, id): [string, number, number] => [
        `r${id}`,
        id === 3 ? 0 : 10 + id,
        id === 3 ? 500 : 1,
      ]),
    );
    const topRows = composedRows(rows, parts);
    expect(topRows).toHaveLength(7);
    expect(topRows[0]?.key).toBe('r3');
    const [cost] = compositions(rows, topRows, parts);
    expect(cost?.segments?.at(-1)?.key).toBeNull();
    expect(cost?.segments?.some(({ key }) => key === 'r3')).toBe(false);
    expect(cost?.segments?.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('draws no bar for negative or empty values', () => {
    const rows = rowsOf(['a', 10, 0], ['b', -5, 0]);
    expect(compositions(rows, rows, parts)).toEqual([
      { key: 'cost', label: 'Cost', segments: null, negative: true },
      { key: 'cv', label: 'CV', segments: null, negative: false },
    ]);
  });
});
