import { utils, write } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { xlsxChunks } from '../../export/xlsx';
import { readTableFile } from './table-file';

const KNOWN = ['日', '広告', '費用'];
const score = (names: readonly string[]) => names.filter((name) => KNOWN.includes(name)).length;
const read = (content: string, sheet?: string) => readTableFile(content, { score, sheet: sheet ?? null });
const dataUrl = (bytes: Uint8Array) => `data:text/csv;base64,${Buffer.from(bytes).toString('base64')}`;

const ROWS = [
  ['日', '広告', '費用'],
  ['2026-11-01', '春の広告', '1,234'],
  ['2026-11-02', '秋;冬', '5'],
];
const quoted = (cell: string) => (/[,;\t]/.test(cell) ? `"${cell}"` : cell);
const text = (delimiter: string, newline: string) =>
  ROWS.map((row) => row.map(quoted).join(delimiter)).join(newline);

/** Shift_JIS of the characters that the table uses. */
const SHIFT_JIS: Readonly<Record<string, readonly number[]>> = {
  日: [0x93, 0xfa],
  広: [0x8d, 0x4c],
  告: [0x8d, 0x90],
  費: [0x94, 0xef],
  用: [0x97, 0x70],
  春: [0x8f, 0x74],
  の: [0x82, 0xcc],
  秋: [0x8f, 0x48],
  冬: [0x93, 0x7e],
};
const shiftJis = (content: string) =>
  Uint8Array.from([...content].flatMap((letter) => SHIFT_JIS[letter] ?? letter.charCodeAt(0)));

async function workbook([header = [], ...rows]: ReadonlyArray<readonly string[]>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of xlsxChunks(header, rows, { title: '費用' })) parts.push(part);
  return Buffer.concat(parts);
}

describe('a table is the same', () => {
  it.each<[string, string]>([
    ['with commas', text(',', '\n')],
    ['with tabs', text('\t', '\r\n')],
    ['with semicolons', text(';', '\n')],
    ['with line ends of old spreadsheets (CR)', text(',', '\r')],
    ['with blank lines and blank cells at its end', `${text(',', '\n')}\n\n,,\n`],
    ['below a title and a period with commas', `費用レポート\n"2026年11月1日, 11月2日"\n${text(',', '\n')}`],
    ['as a file in UTF-8', dataUrl(Buffer.from(text(',', '\r\n')))],
    ['as a file in UTF-8 with BOM', dataUrl(Buffer.from(`\uFEFF${text(',', '\n')}`))],
    ['as a file in Shift_JIS', dataUrl(shiftJis(text(',', '\r\n')))],
    ['as a file in UTF-16 with BOM', dataUrl(Buffer.from(`\uFEFF${text('\t', '\r\n')}`, 'utf16le'))],
    ['as a file in UTF-16 without BOM', dataUrl(Buffer.from(text('\t', '\n'), 'utf16le'))],
  ])('%s', async (_shape, content) => {
    const { columns, rows } = await read(content);
    expect([columns, ...rows.map(({ cells }) => cells.slice(0, 3))]).toEqual(ROWS);
  });

  it('as a workbook of ours', async () => {
    const { columns, rows, sheets, sheet } = await read(dataUrl(await workbook([['費用の表'], ...ROWS])));
    expect([columns, ...rows.map(({ cells }) => cells)]).toEqual(ROWS);
    expect([sheets, sheet, rows.map(({ line }) => line)]).toEqual([['費用'], '費用', [3, 4]]);
  });

  it.each(['xlsx', 'biff8'] as const)('as a sheet of a workbook of Excel (%s)', async (bookType) => {
    const book = utils.book_new();
    const day = (text: string) => new Date(`${text}T00:00:00Z`);
    const [header = [], [, ...first] = [], [, ...second] = []] = ROWS;
    const rows = [header, [day('2026-11-01'), ...first], [day('2026-11-02'), ...second]];
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), '表紙');
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { UTC: true }), '11月');
    const bytes: Uint8Array = write(book, { type: 'buffer', bookType });
    const found = await read(dataUrl(bytes), '11月');
    expect([found.columns, ...found.rows.map(({ cells }) => cells)]).toEqual(ROWS);
    expect(found.sheets).toEqual(['表紙', '11月']);
  });
});

describe('a table', () => {
  it('keeps the rows around an unclosed quote', async () => {
    const { rows } = await read('日,広告,費用\n1,"C" x,5\n2,B,6\n3,"A,7\n4,D,8\n');
    expect(rows.map(({ line, cells, fault }) => [line, fault ?? cells])).toEqual([
      [2, 'textAfterQuote'],
      [3, ['2', 'B', '6']],
      [4, 'openQuote'],
      [5, ['4', 'D', '8']],
    ]);
  });

  it('without a known column has the delimiter that makes the most columns', async () =>
    expect(await read('a\tb\n1\t2,3,4\n')).toMatchObject({ columns: ['a', 'b'], titles: [] }));

  it('has the apostrophes of guarded formulas removed', async () =>
    expect((await read("日,広告\n1,'=A\n")).rows[0]?.cells).toEqual(['1', '=A']));

  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': strToU8(' '.repeat(65 * 2 ** 20)) });
  it.each<[string, string, string | undefined, object]>([
    ['nothing', '', undefined, { csv: [{ key: 'noLines' }] }],
    ['a word', 'hello\n', undefined, { csv: [{ key: 'brokenTable' }] }],
    ['the text of a workbook', 'PK\u0003\u0004', undefined, { csv: [{ key: 'workbook' }] }],
    [
      'a broken workbook',
      dataUrl(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1)),
      undefined,
      { csv: [{ key: 'brokenTable' }] },
    ],
    [
      'an image',
      dataUrl(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 10, 3, 4)),
      undefined,
      { csv: [{ key: 'brokenTable' }] },
    ],
    [
      'an archive that is no workbook',
      dataUrl(zipSync({ a: strToU8('b') })),
      undefined,
      { csv: [{ key: 'brokenTable' }] },
    ],
    ['a workbook that unpacks to too much', dataUrl(bomb), undefined, { csv: [{ key: 'brokenTable' }] }],
    ['more than 10,000 rows', `日,広告\n${'1,2\n'.repeat(10_001)}`, undefined, { csv: [{ key: 'tooMany' }] }],
  ])('is refused: %s', async (_kind, content, sheet, fields) =>
    expect(read(content, sheet)).rejects.toMatchObject({ details: { fields } }),
  );

  it('is refused without the chosen sheet', async () =>
    expect(read(dataUrl(await workbook(ROWS)), 'x')).rejects.toMatchObject({
      details: { fields: { sheet: [{ key: 'noSuchName' }] } },
    }));
});
