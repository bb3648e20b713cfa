import { firstList, longest, recordLists } from './records';

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
