import { sheetsOf, sheetWidth } from './sheets';

const PAPER_WIDTH = 1000;

describe('columns on paper', () => {
  it.each([
    { what: 'keeps what fits one sheet together', names: 200, sizes: [100, 100, 100], sheets: [[0, 3]] },
    { what: 'keeps an exact fit together', names: 200, sizes: [400, 400], sheets: [[0, 2]] },
    {
      what: 'adds a sheet for one pixel more',
      names: 200,
      sizes: [400, 401],
      sheets: [
        [0, 1],
        [1, 2],
      ],
    },
    {
      what: 'fills sheets evenly',
      names: 200,
      sizes: Array.from({ length: 10 }, () => 100),
      sheets: [
        [0, 5],
        [5, 10],
      ],
    },
    { what: 'returns one sheet without columns', names: 200, sizes: [], sheets: [[0, 0]] },
    {
      what: 'gives a sheet to a column wider than paper',
      names: 200,
      sizes: [100, 2000, 100],
      sheets: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    },
  ])('$what', ({ names, sizes, sheets }) => {
    expect(sheetsOf(names, sizes, PAPER_WIDTH).map(({ from, to }) => [from, to])).toEqual(sheets);
  });

  it('print every column once, in order, on sheets that fit', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const sizes = Array.from({ length: seed % 50 }, (_, index) => 84 + ((seed * 31 + index * 97) % 140));
      const sheets = sheetsOf(240, sizes, PAPER_WIDTH);
      expect(sheets.flatMap(({ from, to }) => sizes.slice(from, to))).toEqual(sizes);
      for (const sheet of sheets) expect(sheetWidth(240, sizes, sheet)).toBeLessThanOrEqual(PAPER_WIDTH);
    }
  });
});
