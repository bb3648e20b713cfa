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
  it('have pieces whose shown percents make 100', () => {
    const rows = rowsOf(['a', 1, 1], ['b', 1, 2], ['c', 1, 3]);
    for (const { segments } of compositions(rows, rows, parts)) {
      expect(segments?.reduce((sum, { percent }) => sum + Math.round(percent * 10), 0)).toBe(1000);
    }
    expect(compositions(rows, rows, parts)[0]?.segments?.map(({ percent }) => percent)).toEqual([
      33.4, 33.3, 33.3,
    ]);
  });

  it('tell the rows apart that are large in any bar, and put the others together', () => {
    const rows = rowsOf(
      ...Array.from({ length: 12 }, (_, id): [string, number, number] => [
        `r${id}`,
        id === 3 ? 0 : 10 + id,
        id === 3 ? 500 : 1,
      ]),
    );
    const shown = composedRows(rows, parts);
    expect(shown).toHaveLength(7);
    expect(shown[0]?.key).toBe('r3');
    const [cost] = compositions(rows, shown, parts);
    expect(cost?.segments?.at(-1)?.key).toBeNull();
    expect(cost?.segments?.some(({ key }) => key === 'r3')).toBe(false);
    expect(cost?.segments?.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('have no bar where a part is negative or there is nothing', () => {
    const rows = rowsOf(['a', 10, 0], ['b', -5, 0]);
    expect(compositions(rows, rows, parts)).toEqual([
      { key: 'cost', label: 'Cost', segments: null, negative: true },
      { key: 'cv', label: 'CV', segments: null, negative: false },
    ]);
  });
});
