import { aspColourMap } from './asp-colours';
import { chartBars, MAX_BARS } from '../chart/chart-rows';
import type { ReportRow } from './answer';
import { measureColumn } from './measure-columns';
import { foundRows, shownRows } from './visible-rows';
import type { ChartSeries, ReportColumn } from './types';

const value = (row: ReportRow): number | null => (typeof row.v === 'number' ? row.v : null);
const column = { key: 'v', value } as ReportColumn;
const row = (id: number, v: number | null): ReportRow => ({ adId: id, ad: `ad ${id}`, noAd: false, v });
const nameOf = (one: ReportRow): string => String(one.ad);
const shown = (rows: ReportRow[], ascending = false, previousRows?: ReportRow[]) =>
  shownRows({ rows, previousRows }, ['ad'], column, { key: 'v', ascending }, nameOf);

describe('rows of a report', () => {
  it('sort by value, those without one last either way', () => {
    const rows = [row(1, 5), row(2, null), row(3, 9)];
    expect(shown(rows).map(({ name }) => name)).toEqual(['ad 3', 'ad 1', 'ad 2']);
    expect(shown(rows, true).map(({ name }) => name)).toEqual(['ad 1', 'ad 3', 'ad 2']);
  });

  it('put what is shown as - last where they ascend', () => {
    const rows = [row(1, 5), row(2, null), row(3, 0), row(4, -2)];
    expect(shown(rows, true).map(({ name }) => name)).toEqual(['ad 4', 'ad 1', 'ad 3', 'ad 2']);
    expect(shown(rows).map(({ name }) => name)).toEqual(['ad 1', 'ad 3', 'ad 4', 'ad 2']);
  });

  it('with a cost and no result are the dearest of all', () => {
    const cpa = measureColumn('cpa', String as never);
    const rows: ReportRow[] = [
      { adId: 1, ad: 'cheap', noAd: false, figures: { cpa: 100, adCost: 100 } },
      { adId: 2, ad: 'in vain', noAd: false, figures: { cpa: null, adCost: 9 } },
      { adId: 3, ad: 'idle', noAd: false, figures: { cpa: null, adCost: 0 } },
    ];
    const order = (ascending: boolean) =>
      shownRows({ rows, previousRows: undefined }, ['ad'], cpa, { key: 'cpa', ascending }, nameOf).map(
        ({ name }) => name,
      );
    expect(order(false)).toEqual(['in vain', 'cheap', 'idle']);
    expect(order(true)).toEqual(['cheap', 'in vain', 'idle']);
  });

  it('are found by words in any order and width', () => {
    const rows = [{ name: 'ハーブティー 定期便' }, { name: 'ＳＮＳ 動画' }];
    expect(foundRows(rows, '定期 ﾊｰﾌﾞ')).toEqual([rows[0]]);
    expect(foundRows(rows, 'sns')).toEqual([rows[1]]);
    expect(foundRows(rows, ' ')).toBe(rows);
  });

  it('stand beside themselves one period earlier', () => {
    const [first, second] = shown([row(1, 5), row(2, 4)], false, [row(2, 8)]);
    expect(first?.previous).toBeNull();
    expect(second?.previous).toMatchObject({ v: 8 });
    expect(shown([row(1, 5)])[0]?.previous).toBeUndefined();
  });
});

describe('bars of a chart', () => {
  const series: ChartSeries[] = [{ key: 'v', label: 'V', colour: 'primary', value }];
  const many = shown(Array.from({ length: 12 }, (_, index) => row(index + 1, index + 1)));

  it('are the eight largest and the sum of the rest', () => {
    const { bars } = chartBars(many, series, (count) => `rest ${count}`);
    expect(bars).toHaveLength(MAX_BARS + 1);
    expect(bars[0]).toMatchObject({ name: 'ad 12', value: 12 });
    expect(bars.at(-1)).toEqual({ key: null, name: 'rest 4', series: 'V', value: 1 + 2 + 3 + 4 });
  });

  it('leave the rest out where values do not add up, and rows without a value always', () => {
    expect(chartBars(many, series, undefined).bars).toHaveLength(MAX_BARS);
    expect(chartBars(shown([row(1, null), row(2, 0), row(3, 1)]), series, undefined).bars).toHaveLength(1);
  });

  it('set the rest apart where it would flatten all others', () => {
    const flat = shown(Array.from({ length: 30 }, (_, index) => row(index + 1, 10)));
    const { bars, apart } = chartBars(flat, series, (count) => `rest ${count}`);
    expect(bars).toHaveLength(MAX_BARS);
    expect(apart).toEqual([{ key: null, name: 'rest 22', series: 'V', value: 220 }]);
  });

  it('begin with rows that rank worst without having a value', () => {
    const ranked = [
      { ...series[0]!, rank: (one: ReportRow) => value(one) ?? (one.adId === 2 ? Infinity : null) },
    ];
    const { bars } = chartBars(shown([row(1, 5), row(2, null), row(3, null)]), ranked, undefined);
    expect(bars.map((bar) => [bar.name, bar.value])).toEqual([
      ['ad 2', null],
      ['ad 1', 5],
    ]);
  });

  it('tell rows of one name apart', () => {
    const twins = shown([
      { ...row(1, 2), ad: 'same' },
      { ...row(2, 1), ad: 'same' },
    ]);
    expect(chartBars(twins, series, undefined).bars.map(({ name }) => name)).toEqual(['same', 'same (2)']);
  });

  it('are fewer rows where each has many bars', () => {
    const models = Array.from({ length: 5 }, (_, index) => ({
      ...series[0]!,
      key: `m${index}`,
      label: `M${index}`,
    }));
    expect(new Set(chartBars(many, models, undefined).bars.map(({ name }) => name)).size).toBe(5);
  });

  it('colour a network the same whatever else is shown', () => {
    const colours = aspColourMap([30, 10, 20], ['red', 'green']);
    expect([...colours]).toEqual([
      ['10', 'red'],
      ['20', 'green'],
      ['30', 'red'],
    ]);
  });
});
