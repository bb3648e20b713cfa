import { utils, write } from '@e965/xlsx';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEventFile } from './event-file';

const dir = mkdtempSync(join(tmpdir(), 'inflow-lines-'));
afterAll(() => rmSync(dir, { recursive: true }));

function excelOf(rows: unknown[][]): Buffer {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet1');
  const bytes: Buffer = write(book, { type: 'buffer', bookType: 'xlsx' });
  return bytes;
}

async function read(name: string, content: string | Buffer) {
  const path = join(dir, name);
  writeFileSync(path, content);
  const { format, records } = await openEventFile(path);
  const rows: [line: number, what: unknown][] = [];
  let text = '';
  for await (const record of records) {
    rows.push([record.line, record.fault ?? record.fields]);
    text = record.text;
  }
  return { format, rows, text };
}

describe('event files', () => {
  it('numbers physical lines from 1 and skips blank ones', async () => {
    const { rows } = await read('a.ndjson', '\ufeff\r\n{"a":1}\r\n\n  \n{"a":2}\n{"a":');
    expect(rows).toEqual([
      [2, { a: 1 }],
      [5, { a: 2 }],
      [6, 'the line is not valid JSON'],
    ]);
  });

  it.each<[string, string, unknown[]]>([
    ['quotes, commas and doubled quotes', 'a,b\n"x, ""y""",2\n', [[2, { a: 'x, "y"', b: '2' }]]],
    [
      'line breaks inside quotes',
      'a,b\n"x\ny",2\nz,3\n',
      [
        [2, { a: 'x\ny', b: '2' }],
        [4, { a: 'z', b: '3' }],
      ],
    ],
    [
      'CRLF, BOM, blank lines and no final newline',
      '\ufeffa,b\r\n\r\n1,2\r\n\r\n3,4',
      [
        [3, { a: '1', b: '2' }],
        [5, { a: '3', b: '4' }],
      ],
    ],
    ['empty fields', 'a,b,c\n,"",\n', [[2, { a: '', b: '', c: '' }]]],
    ['a quote inside a field', 'a,b\n5" screen,2\n', [[2, { a: '5" screen', b: '2' }]]],
    [
      'too few and too many fields',
      'a,b\n1\n1,2,3\n4,5\n',
      [
        [2, 'the line has 1 field, the header 2'],
        [3, 'the line has 3 fields, the header 2'],
        [4, { a: '4', b: '5' }],
      ],
    ],
    [
      'text after a quoted field',
      'a,b\n"1"x,2\n3,4\n',
      [
        [2, 'a quoted field is followed by text'],
        [3, { a: '3', b: '4' }],
      ],
    ],
    [
      'a quote that is never closed',
      'a,b\n"1,2\n3,4\n',
      [
        [2, 'a quoted field is not closed'],
        [3, { a: '3', b: '4' }],
      ],
    ],
    ['only a header', 'a,b\n', []],
  ])('parses CSV: %s', async (_, content, expected) => {
    expect((await read('a.csv', content)).rows).toEqual(expected);
  });

  it('accepts a closing quote up to the hundredth line', async () => {
    const open = `a,b\n"${'x\n'.repeat(98)}",2\n`;
    expect((await read('a.csv', open)).rows).toHaveLength(1);
    const { rows } = await read('a.csv', `a,b\n"${'1,2\n'.repeat(300)}`);
    expect(rows[0]).toEqual([2, 'a quoted field is not closed']);
    expect(rows).toHaveLength(300);
  });

  it.each([
    ['x.csv', '{"a":1}', 'csv'],
    ['x.NDJSON', 'a,b', 'ndjson'],
    ['x.txt', '\n \n{"a":1}', 'ndjson'],
    ['x.txt', 'type,id', 'csv'],
    ['x', '', 'ndjson'],
  ])('treats %s starting with %j as %s', async (name, content, format) => {
    expect((await read(name, content)).format).toBe(format);
  });

  it.each<[string, Buffer]>([
    ['line ends of old spreadsheets (CR)', Buffer.from('a,b\r1,広告\r2,x')],
    ['tabs', Buffer.from('a\tb\n1\t広告\n2\tx\n')],
    ['semicolons', Buffer.from('a;b\n1;広告\n2;x\n')],
    ['UTF-16', Buffer.from('\uFEFFa,b\r\n1,広告\r\n2,x\r\n', 'utf16le')],
    ['Shift_JIS', Buffer.from('a,b\r\n1,\x8D\x4C\x8D\x90\r\n2,x\r\n', 'latin1')],
    [
      'an Excel workbook',
      excelOf([
        ['a', 'b'],
        [1, '広告'],
        [2, 'x'],
      ]),
    ],
  ])('reads %s', async (_shape, content) =>
    expect((await read('a.csv', content)).rows).toEqual([
      [2, { a: '1', b: '広告' }],
      [3, { a: '2', b: 'x' }],
    ]),
  );

  it('rejects invalid UTF-8, one line at a time', async () => {
    const { rows } = await read(
      'a.ndjson',
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n{"a":1}')]),
    );
    expect(rows).toEqual([
      [1, 'the line is not valid UTF-8'],
      [2, { a: 1 }],
    ]);
  });

  it('reads lines across chunk boundaries and cuts an oversized one', async () => {
    const long = JSON.stringify({ a: 'x'.repeat(300_000) });
    const { rows, text } = await read('a.ndjson', `${long}\n${'y'.repeat(3_000_000)}\n{"a":1}\n`);
    expect(rows.map(([line, what]) => (typeof what === 'string' ? what : line))).toEqual([
      1,
      'the line is longer than 1 MiB',
      3,
    ]);
    expect(text).toBe('{"a":1}');
  });
});
