import { buildSchema, parse } from 'graphql';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { texts } from '../../../../../../shared/i18n';
import type { TextOf } from '../docs/labels';
import { chartEntries, chosenMeasures, firstChoice, shapeOf } from './chart-data';
import { compareCells, csvText, fileHeadings, resultColumns, formatCell, type ResultColumn } from './columns';
import { recordLists, type RecordList, firstList, longest } from './records';

const { ja } = texts;

const schema = buildSchema(readFileSync(join(__dirname, '../../../../../../schema.graphql'), 'utf8'));
const text: TextOf = (key) => {
  const value = key
    .split('.')
    .reduce<unknown>((texts, part) => (texts as Record<string, unknown> | undefined)?.[part], ja);
  return typeof value === 'string' ? value : undefined;
};
const QUERY = `query A { stats: adSummaries(productId: 1, axis: [AD]) { results { ad ...F previous { clicks: adClickCount } } } conversions { results { id cvTime amount } } }
fragment F on AdSummaryRow { adId figures { adClickCount cvr adCost } }`;
const DATA = {
  stats: {
    results: [
      {
        ad: '=1+1',
        adId: 7,
        figures: { adClickCount: 1200, cvr: 0.1234, adCost: 5000 },
        previous: { clicks: 3 },
      },
      { ad: 'B', adId: 8, figures: { adClickCount: 5, cvr: null, adCost: 0 }, previous: null },
    ],
  },
  conversions: { results: [{ id: 'x', cvTime: '2026-01-01T00:00:00.000Z', amount: 1 }] },
};
const [stats, conversions] = recordLists(DATA) as [RecordList, RecordList];
const shape = shapeOf(schema, parse(QUERY));
const columns = resultColumns(stats, shape, text);
const column = (path: string): ResultColumn => columns.find((one) => one.path === path) as ResultColumn;

describe('columns of a response', () => {
  it("use the console's labels, also behind aliases, fragments and nested objects", () => {
    expect(columns.map(({ path, label }) => [path, label])).toEqual([
      ['ad', '広告'],
      ['adId', '広告'],
      ['figures.adClickCount', 'クリック数'],
      ['figures.cvr', 'CVR'],
      ['figures.adCost', '広告費'],
      ['previous.clicks', '前の期間 / クリック数'],
    ]);
    expect(fileHeadings(columns).slice(0, 3)).toEqual(['広告 (ad)', '広告 (adId)', 'クリック数']);
  });

  it('format metric values by unit, ids unchanged and times in Tokyo time', () => {
    const [row] = stats.rows;
    const cellText = (path: string) => formatCell(row?.[path], column(path), 'はい', 'いいえ');
    expect(['adId', 'figures.adClickCount', 'figures.cvr', 'figures.adCost'].map(cellText)).toEqual([
      '7',
      '1,200',
      '12.34%',
      '5,000円',
    ]);
    const time = resultColumns(conversions, shape, text).find(
      ({ path }) => path === 'cvTime',
    ) as ResultColumn;
    expect(formatCell(conversions.rows[0]?.cvTime, time, '', '')).toBe('2026/01/01 09:00:00');
    expect([
      formatCell(true, column('ad'), 'はい', 'いいえ'),
      formatCell(null, column('ad'), '', ''),
    ]).toEqual(['はい', '']);
  });

  it('sort rows with missing values last', () => {
    const sorted = (path: string, ascending: boolean) =>
      [...stats.rows]
        .sort((a, b) => compareCells(a[path], b[path], !ascending) * (ascending ? 1 : -1))
        .map(({ ad }) => ad);
    expect(sorted('figures.cvr', false)).toEqual(['=1+1', 'B']);
    expect(sorted('figures.cvr', true)).toEqual(['=1+1', 'B']);
    expect(sorted('figures.adClickCount', true)).toEqual(['B', '=1+1']);
  });

  it('become a file without executable cells and with raw numbers', () => {
    expect(csvText(columns, stats.rows)).toBe(
      "\uFEFF広告 (ad),広告 (adId),クリック数,CVR,広告費,前の期間 / クリック数\r\n'=1+1,7,1200,0.1234,5000,3\r\nB,8,5,,0,\r\n",
    );
  });
});

describe('chart of a response', () => {
  it('starts with the first text and the first metric, never with an id', () => {
    expect(firstChoice(columns, stats.rows)).toEqual({ category: 'ad', measures: ['figures.adClickCount'] });
    expect(firstChoice([column('ad')], stats.rows)).toBeNull();
  });

  it('adds up rows of the same value, except for ratios', () => {
    const rows = [...stats.rows, { ...stats.rows[0], 'figures.adClickCount': 1 }] as RecordList['rows'];
    const { entries, summed } = chartEntries(
      rows,
      'ad',
      [column('figures.adClickCount'), column('figures.cvr')],
      '（なし）',
    );
    expect(summed).toBe(true);
    expect(entries).toEqual([
      { key: '=1+1', name: '=1+1', values: { 'figures.adClickCount': 1201, 'figures.cvr': null } },
      { key: 'B', name: 'B', values: { 'figures.adClickCount': 5, 'figures.cvr': null } },
    ]);
  });

  it('draws metrics of one unit together: the unit of the latest choice', () => {
    expect(chosenMeasures(columns, ['figures.adClickCount', 'previous.clicks'])).toEqual([
      'figures.adClickCount',
      'previous.clicks',
    ]);
    expect(chosenMeasures(columns, ['figures.adClickCount', 'figures.adCost'])).toEqual(['figures.adCost']);
  });
});

describe('lists in a response', () => {
  it('become flat records with dotted names; null objects are omitted', () => {
    const [list] = recordLists({
      adSummaries: {
        results: [
          { ad: { id: 1, label: 'A' }, figures: { cpa: 12.5 }, tags: ['x', 'y'] },
          { ad: null, figures: { cpa: null }, tags: [] },
        ],
        count: 2,
      },
    });
    expect(list).toEqual({
      path: 'adSummaries.results',
      columns: ['ad.id', 'ad.label', 'figures.cpa', 'tags'],
      rows: [
        { 'ad.id': 1, 'ad.label': 'A', 'figures.cpa': 12.5, tags: 'x, y' },
        { ad: null, 'figures.cpa': null, tags: null },
      ],
    });
  });

  it('become separate lists inside rows, with the number of their parent row', () => {
    const lists = recordLists({
      cvInfo: {
        results: [
          { eventId: 'a', path: [{ ad: 'X', share: 1 }] },
          {
            eventId: 'b',
            path: [
              { ad: 'Y', share: 0.5 },
              { ad: 'Z', share: 0.5 },
            ],
          },
        ],
      },
      me: { email: 'x' },
    });
    expect(lists.map(({ path, columns }) => [path, columns])).toEqual([
      ['cvInfo.results', ['eventId']],
      ['cvInfo.results.path', ['#', 'ad', 'share']],
    ]);
    expect(lists[1]?.rows).toEqual([
      { '#': 1, ad: 'X', share: 1 },
      { '#': 2, ad: 'Y', share: 0.5 },
      { '#': 2, ad: 'Z', share: 0.5 },
    ]);
    expect(longest(lists)).toBe(3);
  });

  it('can be several, with the first non-empty one preselected', () => {
    const lists = recordLists({ a: { results: [] }, b: { results: [{ id: 1 }] } });
    expect(lists.map(({ path }) => path)).toEqual(['a.results', 'b.results']);
    expect(firstList(lists)?.path).toBe('b.results');
  });

  it.each([[null], [{}], [{ me: { email: 'x' } }], ['text'], [undefined]])('are absent in %j', (data) => {
    expect([recordLists(data), firstList(recordLists(data)), longest(recordLists(data))]).toEqual([
      [],
      undefined,
      null,
    ]);
  });

  it('are extracted from ten thousand rows quickly', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      ad: { id: index, label: `広告${index}` },
      figures: { a: index, b: index / 3 },
    }));
    expect(recordLists({ ads: { results: rows } })[0]?.rows).toHaveLength(10_000);
  });
});
