import { aspColourMap } from './asp-colours';
import { chartBars, MAX_BARS } from '../chart/chart-rows';
import type { ReportRow } from './answer';
import { measureColumn } from './measure-columns';
import { searchRows, sortRows } from './visible-rows';
import type { ChartSeries, ReportColumn } from './types';

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
