import { sheetsOf, sheetWidth } from './sheets';

const MOST = 1000;

describe('columns on paper', () => {
  it.each([
    { what: 'what fits one sheet stands on it', names: 200, sizes: [100, 100, 100], sheets: [[0, 3]] },
    { what: 'what fits exactly does', names: 200, sizes: [400, 400], sheets: [[0, 2]] },
    {
      what: 'one pixel more is another sheet',
      names: 200,
      sizes: [400, 401],
      sheets: [
        [0, 1],
        [1, 2],
      ],
    },
    {
      what: 'sheets are filled alike',
      names: 200,
      sizes: Array.from({ length: 10 }, () => 100),
      sheets: [
        [0, 5],
        [5, 10],
      ],
    },
    { what: 'no columns, one sheet', names: 200, sizes: [], sheets: [[0, 0]] },
    {
      what: 'a column wider than paper stands alone',
      names: 200,
      sizes: [100, 2000, 100],
      sheets: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    },
  ])('$what', ({ names, sizes, sheets }) => {
    expect(sheetsOf(names, sizes, MOST).map(({ from, to }) => [from, to])).toEqual(sheets);
  });

  it('has every column once, in its order, on sheets that fit', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const sizes = Array.from({ length: seed % 50 }, (_, index) => 84 + ((seed * 31 + index * 97) % 140));
      const sheets = sheetsOf(240, sizes, MOST);
      expect(sheets.flatMap(({ from, to }) => sizes.slice(from, to))).toEqual(sizes);
      for (const sheet of sheets) expect(sheetWidth(240, sizes, sheet)).toBeLessThanOrEqual(MOST);
    }
  });
});
