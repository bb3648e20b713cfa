import { xlsxChunks } from './xlsx';
import { sheetRowCounter } from '../../client/src/kit/export/sheet-row-count';

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => [n, `<row>&"${n}`]);

it.each([
  [0, {}],
  [1, {}],
  [25_000, {}],
  [25_000, { maxSheetRows: 10_000 }],
])('counts %d rows while the workbook arrives', async (count, options) => {
  const counted = sheetRowCounter();
  const told: number[] = [];
  for await (const piece of xlsxChunks(['a', 'b'], rowsOf(count), options)) {
    // Cuts chunks like a network.
    for (let start = 0; start < piece.length; start += 1000)
      told.push(counted(piece.subarray(start, start + 1000)));
  }
  expect(told.at(-1)).toBe(count);
  expect(told.every((rows, index) => index === 0 || rows >= (told[index - 1] ?? 0))).toBe(true);
  if (count > 1000) expect(told.filter((rows) => rows > 0 && rows < count).length).toBeGreaterThan(3);
});
