import { composedRows, compositions } from './composition';

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
