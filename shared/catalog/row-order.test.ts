import { nameOrder, rankOrder, type RowSortKey } from './row-order';

const place = (name: string, rank: number | null): RowSortKey => ({ name, rank });
const names = (rows: readonly RowSortKey[]): string => rows.map(({ name }) => name).join(' ');
const rows = [
  place('ろ', 2),
  place('は', null),
  place('い', 2),
  place('ほ', 0),
  place('に', -3),
  place('へ', Infinity),
];

describe('report row order', () => {
  it.each([
    ['ascending: rows shown as - last, zero before rows without a rank', true, 'に い ろ へ ほ は'],
    ['descending: costs without a result first, rows without a rank last', false, 'へ い ろ ほ に は'],
  ])('%s', (_, ascending, expected) => expect(names([...rows].sort(rankOrder(ascending)))).toBe(expected));

  it('sorts equal ranks by name, for every column and input order', () => {
    const tied = ['楽天', 'アマゾン', 'Yahoo!', 'ぐるなび'].map((name) => place(name, 1));
    for (const input of [tied, [...tied].reverse()]) {
      expect(names([...input].sort(rankOrder(false)))).toBe('Yahoo! アマゾン ぐるなび 楽天');
      expect(names([...input].sort(nameOrder(true)))).toBe('Yahoo! アマゾン ぐるなび 楽天');
      expect(names([...input].sort(nameOrder(false)))).toBe('楽天 ぐるなび アマゾン Yahoo!');
    }
  });
});
