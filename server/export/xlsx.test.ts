import { strFromU8, unzipSync } from 'fflate';
import type { Row } from './csv';
import { xlsxChunks, type XlsxOptions } from './xlsx';

const open = async (
  header: readonly string[],
  rows: Iterable<Row>,
  options?: XlsxOptions,
): Promise<Record<string, string>> => {
  const chunks: Uint8Array[] = [];
  for await (const piece of xlsxChunks(header, rows, options)) chunks.push(piece);
  const files = unzipSync(Buffer.concat(chunks));
  return Object.fromEntries(Object.entries(files).map(([path, bytes]) => [path, strFromU8(bytes)]));
};
const rowsOf = (xml: string): string[] => xml.match(/<row>.*?<\/row>/gs) ?? [];

describe('an xlsx file', () => {
  it('holds header and rows with their types', async () => {
    const files = await open(
      ['広告', 'ROI'],
      [
        ['A & <B>', -1.5],
        ['=1+1', null],
        [true, 0],
      ],
      { title: '広告統計' },
    );
    const rows = rowsOf(files['xl/worksheets/sheet1.xml'] ?? '');
    expect(rows).toHaveLength(4);
    expect(rows[0]).toContain('>広告</t>');
    expect(rows[1]).toBe(
      '<row><c t="inlineStr"><is><t xml:space="preserve">A &amp; &lt;B&gt;</t></is></c><c><v>-1.5</v></c></row>',
    );
    expect(rows[3]).toBe('<row><c t="b"><v>1</v></c><c><v>0</v></c></row>');
    expect(files['xl/workbook.xml']).toContain('<sheet name="広告統計" sheetId="1" r:id="rId1"/>');
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(['[Content_Types].xml', '_rels/.rels', 'xl/styles.xml']),
    );
  });

  it('keeps formula-like text as quoted text and writes no formula', async () => {
    const files = await open(['x'], [['=HYPERLINK("http://x")'], ['@a'], ['+1'], ['-1'], ['\t=1']]);
    const xml = files['xl/worksheets/sheet1.xml'] ?? '';
    expect(xml).not.toContain('<f>');
    expect(
      rowsOf(xml)
        .slice(1)
        .every((row) => row.includes('t="inlineStr" s="2"')),
    ).toBe(true);
  });

  it('drops characters invalid in XML and escapes Excel\u2019s own character codes', async () => {
    const files = await open(['x'], [['a\u0000b\uD800c _x0041_\r']]);
    expect(files['xl/worksheets/sheet1.xml']).toContain('>abc _x005F_x0041_&#13;</t>');
  });

  it('continues on another sheet with a header when one is full', async () => {
    const rows = Array.from({ length: 7 }, (_, n) => [n]);
    const files = await open(['n'], rows, {
      maxSheetRows: 4,
      title: 'a/very long name of an export that no sheet can bear',
    });
    const sheets = [1, 2, 3].map((n) => rowsOf(files[`xl/worksheets/sheet${n}.xml`] ?? ''));
    expect(sheets.map((sheet) => sheet.length)).toEqual([4, 4, 2]);
    expect(sheets.every((sheet) => sheet[0]?.includes('>n</t>'))).toBe(true);
    const names = [...(files['xl/workbook.xml'] ?? '').matchAll(/sheet name="([^"]*)"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(names).toHaveLength(3);
    expect(new Set(names).size).toBe(3);
    expect(names.every((name) => name.length <= 31 && !name.includes('/'))).toBe(true);
  });

  it('fills a sheet with exactly Excel\u2019s number of rows', async () => {
    function* many(): Generator<Row> {
      for (let n = 0; n < 1_048_576; n += 1) yield [n];
    }
    let bytes = 0;
    const chunks: Uint8Array[] = [];
    for await (const piece of xlsxChunks(['n'], many())) {
      bytes += piece.length;
      chunks.push(piece);
    }
    const files = unzipSync(Buffer.concat(chunks), { filter: (file) => file.name.includes('sheet2') });
    expect(rowsOf(strFromU8(files['xl/worksheets/sheet2.xml'] ?? new Uint8Array()))).toEqual([
      '<row><c t="inlineStr" s="1"><is><t xml:space="preserve">n</t></is></c></row>',
      '<row><c><v>1048575</v></c></row>',
    ]);
    expect(bytes).toBeLessThan(40_000_000);
  }, 60_000);
});
