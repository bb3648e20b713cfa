import { xlsxChunks } from './xlsx';
import { sheetRowCounter } from '../../client/src/kit/export/sheet-row-count';

const rowsOf = (count: number) => Array.from({ length: count }, (_, n) => [n, `<row>&"${n}`]);

it.each([
  [0, {}],
  [1, {}],
  [25_000, {}],
  [25_000, { maxSheetRows: 10_000 }],
])('counts %d rows while the workbook arrives', async (count, options) => {
  const countRows = sheetRowCounter();
  const counts: number[] = [];
  for await (const chunk of xlsxChunks(['a', 'b'], rowsOf(count), options)) {
    // Cuts chunks like a network.
    for (let start = 0; start < chunk.length; start += 1000)
      counts.push(countRows(chunk.subarray(start, start + 1000)));
  }
  expect(counts.at(-1)).toBe(count);
  expect(counts.every((rows, index) => index === 0 || rows >= (counts[index - 1] ?? 0))).toBe(true);
  if (count > 1000) expect(counts.filter((rows) => rows > 0 && rows < count).length).toBeGreaterThan(3);
});
