import {
  csvCell,
  csvRecord,
  guardFormula,
  unguardFormula,
  type Cell,
  type Row,
} from '../../shared/format/csv';
import { csvChunks } from './csv';

const whole = async (
  header: readonly string[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of csvChunks(header, rows)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

describe('a CSV cell', () => {
  const cases: [name: string, cell: Cell, text: string][] = [
    ['plain text', '広告A', '広告A'],
    ['text with a comma', 'a,b', '"a,b"'],
    ['text with quotes', 'say "hi"', '"say ""hi"""'],
    ['text with a line break', 'a\nb', '"a\nb"'],
    ['a formula', '=1+1', "'=1+1"],
    ['a formula with a comma', '=SUM(A1,A2)', `"'=SUM(A1,A2)"`],
    ['a plus', '+81', "'+81"],
    ['a minus in text', '-cmd', "'-cmd"],
    ['an at sign', '@SUM(1)', "'@SUM(1)"],
    ['a tab', '\t=1', "'\t=1"],
    ['a carriage return', '\r=1', `"'\r=1"`],
    ['a full-width formula', '＝1+1', "'＝1+1"],
    ['other full-width signs', '＠cmd', "'＠cmd"],
    ['a line feed', '\n=1', `"'\n=1"`],
    ['a formula behind a zero-width space', '\u200B=1', "'\u200B=1"],
    ['a formula behind a byte order mark', '\uFEFF=1', "'\uFEFF=1"],
    ['a formula behind a soft hyphen and a word joiner', '\u00AD\u2060+1', "'\u00AD\u2060+1"],
    ['a formula behind direction marks', '\u202E\u200F\u2066-1', "'\u202E\u200F\u2066-1"],
    ['a formula behind blanks', ' \u3000\u00A0@x', "' \u3000\u00A0@x"],
    ['a formula behind fillers and a variation selector', '\u3164\u115F\uFE0F＝1', "'\u3164\u115F\uFE0F＝1"],
    ['a formula behind a control character', '\u0000\u0001=1', "'\u0000\u0001=1"],
    ['unseen characters before harmless text', '\u200B広告', '\u200B広告'],
    ['blanks before harmless text', ' 1-2', ' 1-2'],
    ['what looks guarded already', "'=1", "''=1"],
    ['an apostrophe before harmless text', "'90s", "'90s"],
    ['a negative number', -12.5, '-12.5'],
    ['zero', 0, '0'],
    ['a small share', 0.1 + 0.2, '0.30000000000000004'],
    ['a sum of 10^12 yen with two decimals', 999_999_999_999.99, '999999999999.99'],
    ['nothing', null, ''],
    ['a zero denominator that slipped through', Number.NaN, ''],
    ['a truth value', false, 'false'],
  ];
  test.each(cases)('%s', (_name, cell, text) => expect(csvCell(cell)).toBe(text));
});

it.each([
  '=1',
  "'=1",
  '\u200B=1',
  "'\u200B=1",
  "\u200B'=1",
  '\uFEFF',
  "''=1",
  '＋81',
  "'",
  "'a",
  '',
  '-',
  '\t',
  "it's",
  '−1',
  'a=1',
])('%j survives writing and reading', (text) => {
  expect(unguardFormula(guardFormula(text))).toBe(text);
});

describe('a CSV file', () => {
  it('has a BOM, CRLF and every row', async () => {
    const text = await whole(
      ['id', '広告'],
      [
        [1, 'A'],
        [2, null],
      ],
    );
    expect(text).toBe('\uFEFFid,広告\r\n1,A\r\n2,\r\n');
  });

  it('keeps a record of one empty cell', () => {
    expect(csvRecord([null])).toBe('""\r\n');
  });

  it('streams small chunks and reads rows one by one', async () => {
    const rows = 200_000;
    let requested = 0;
    async function* source(): AsyncGenerator<Row> {
      for (requested = 0; requested < rows; requested += 1) yield [requested, '広告', -requested];
    }
    let lines = 0;
    let requestedAtFirstChunk = 0;
    for await (const chunk of csvChunks(['n', 'ad', 'm'], source())) {
      expect(chunk.length).toBeLessThan(256 * 1024);
      if (requestedAtFirstChunk === 0) requestedAtFirstChunk = requested;
      lines += chunk.toString('utf8').split('\r\n').length - 1;
    }
    expect(lines).toBe(rows + 1);
    expect(requestedAtFirstChunk).toBeLessThan(rows / 10);
  });
});
