import { utils, write } from '@e965/xlsx';

export type Cells = ReadonlyArray<readonly string[]>;

const quoted = (cell: string): string => (/[",\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
const textOf = (rows: Cells, delimiter: string, newline = '\r\n'): string =>
  rows.map((row) => row.map(quoted).join(delimiter) + newline).join('');

/** Shift_JIS bytes by character, from the decoder. */
const shiftJis = new Map<string, readonly number[]>([['¥', [0x5c]]]);
const decoder = new TextDecoder('shift_jis');
for (let lead = 0x81; lead <= 0xfc; lead += 1)
  for (let trail = 0x40; trail <= 0xfc; trail += 1) {
    const letter = decoder.decode(Uint8Array.of(lead, trail));
    if (letter.length === 1 && !shiftJis.has(letter)) shiftJis.set(letter, [lead, trail]);
  }

const dataUrl = (bytes: Uint8Array): string => `data:;base64,${Buffer.from(bytes).toString('base64')}`;

function workbook(rows: Cells): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), 'Report');
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}

/** Files of the same cells, as browsers send them. */
export const fileShapes: ReadonlyArray<readonly [name: string, file: (rows: Cells) => string]> = [
  ['UTF-8 with BOM', (rows) => dataUrl(Buffer.from(`\uFEFF${textOf(rows, ',')}`))],
  ['UTF-16 with tabs', (rows) => dataUrl(Buffer.from(`\uFEFF${textOf(rows, '\t')}`, 'utf16le'))],
  [
    'Shift_JIS',
    (rows) =>
      dataUrl(
        Uint8Array.from(
          [...textOf(rows, ',')].flatMap((letter) => shiftJis.get(letter) ?? letter.charCodeAt(0)),
        ),
      ),
  ],
  ['old line ends', (rows) => dataUrl(Buffer.from(textOf(rows, ',', '\r')))],
  ['Excel', (rows) => dataUrl(workbook(rows))],
];

const dash = ' --';

/** Reports as media write them: two days of the campaigns A1 and B2, 300 yen in all, and their totals. */
export const mediaReports: ReadonlyArray<readonly [medium: string, rows: Cells]> = [
  [
    'Google Ads',
    [
      ['キャンペーン レポート'],
      ['2025年11月1日～2025年11月2日'],
      ['キャンペーンのステータス', 'キャンペーン', '日', '通貨コード', 'クリック数', '表示回数', '費用'],
      ['有効', 'A1', '2025-11-01', 'JPY', '10', '1,000', '100.00'],
      ['有効', 'B2', '2025-11-02', 'JPY', '20', '2,000', '200.00'],
      ['合計: キャンペーン', dash, dash, dash, '30', '3,000', '300.00'],
      ['合計: アカウント', dash, dash, 'JPY', '30', '3,000', '300.00'],
    ],
  ],
  [
    'Yahoo! search',
    [
      [
        '日',
        'キャンペーンID',
        'キャンペーン名',
        'インプレッション数',
        'クリック数',
        'コスト',
        'コンバージョン数',
      ],
      ['2025/11/01', '1234567', 'A1', '1000', '10', '100', '1'],
      ['2025/11/02', '1234568', 'B2', '2000', '20', '200', '2'],
      ['合計', '', '', '3000', '30', '300', '3'],
    ],
  ],
  [
    'Yahoo! display',
    [
      [
        '日',
        'キャンペーンID',
        'キャンペーン名',
        '広告グループ名',
        '広告ID',
        '広告名',
        'インプレッション数',
        'クリック数',
        'コスト',
      ],
      ['20251101', '7', 'A1', 'グループ', '9000001', '見出し', '1000', '10', '100'],
      ['20251102', '8', 'B2', 'グループ', '9000002', '見出し', '2000', '20', '200'],
      ['--', '--', '--', '--', '--', '--', '3000', '30', '300'],
    ],
  ],
  [
    'Meta',
    [
      [
        'レポート開始日',
        'レポート終了日',
        '日',
        'キャンペーン名',
        '広告の名前',
        '消化金額 (JPY)',
        'インプレッション',
        'クリック(すべて)',
        'リンクのクリック',
      ],
      ['2025-11-01', '2025-11-02', '', '', '', '300', '3000', '99', '30'],
      ['2025-11-01', '2025-11-02', '2025-11-01', 'A1', '動画', '100', '1000', '44', '10'],
      ['2025-11-01', '2025-11-02', '2025-11-02', 'B2', '動画', '200', '2000', '55', '20'],
    ],
  ],
  [
    'LINE',
    [
      [
        '日',
        'キャンペーンID',
        'キャンペーン名',
        'インプレッション数',
        'クリック数',
        'ご利用金額',
        'CV（LINE Tagクリック）',
      ],
      ['2025-11-01', '55', 'A1', '1,000', '10', '¥100', '1'],
      ['2025-11-02', '56', 'B2', '2,000', '20', '¥200', '2'],
      ['合計', '', '', '3,000', '30', '¥300', '3'],
    ],
  ],
];
