import { isDay, type Day } from './calendar';

/** Columns of a media cost file, per ad and Tokyo day. */
export const mediaFields = ['day', 'ad', 'cost', 'impressions', 'clicks'] as const;
export type MediaField = (typeof mediaFields)[number];

/** Required columns; missing other values are 0. */
export const requiredMediaFields = ['day', 'ad', 'cost'] as const satisfies readonly MediaField[];

/** How a file names ads: number, code of the posting URL, or name. */
export const adNamings = ['id', 'code', 'name'] as const;
export type AdNaming = (typeof adNamings)[number];

/** File column of each field, by column name; null if there is none. */
export type MediaMapping = Readonly<Record<MediaField, string | null>> & { readonly adBy: AdNaming };

/** Column names that media exports use, most specific first. */
const COLUMN_NAMES: Readonly<Record<Exclude<MediaField, 'ad'>, readonly string[]>> = {
  day: [
    '日付',
    '日',
    '年月日',
    '配信日',
    '対象日',
    '集計日',
    'day',
    'date',
    '日期',
    'レポート開始日',
    'reporting starts',
  ],
  cost: [
    '費用',
    'コスト',
    'cost',
    '消化金額',
    '利用金額',
    'ご利用金額',
    'ご利用額',
    '広告費',
    '金額',
    'amount spent',
    'spend',
    '花费',
    '费用',
    '消耗',
  ],
  impressions: [
    '表示回数',
    'インプレッション数',
    'インプレッション',
    'imp',
    'imps',
    'imp数',
    'impressions',
    'impression',
    '展示次数',
    '展示量',
  ],
  clicks: ['クリック数', 'クリック', 'click', 'clicks', 'click数', 'リンクのクリック', '点击数', '点击量'],
};
const AD_COLUMN_NAMES: Readonly<Record<AdNaming, readonly string[]>> = {
  id: ['広告id', 'ad id', 'ad_id', '广告id'],
  code: ['広告コード', 'コード', 'ad code', 'ad_code', 'code', '广告代码'],
  name: [
    '広告名',
    '広告',
    'ad name',
    'ad_name',
    'ad',
    'キャンペーン名',
    'キャンペーン',
    'campaign name',
    'campaign',
    '广告名称',
    '广告',
  ],
};

/** Normalises a column name: drops width, case and trailing brackets, so `消化金額 (JPY)` is 消化金額. */
const normaliseName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*[([【].*$/, '')
    .trim();

const findColumn = (columns: readonly string[], words: readonly string[]): string | null => {
  const names = columns.map(normaliseName);
  const word = words.find((one) => names.includes(one));
  return word === undefined ? null : (columns[names.indexOf(word)] ?? null);
};

/** Guesses the mapping of a file's columns from their names. */
export function guessMapping(columns: readonly string[]): MediaMapping {
  const adBy = adNamings.find((naming) => findColumn(columns, AD_COLUMN_NAMES[naming]) !== null) ?? 'name';
  return {
    day: findColumn(columns, COLUMN_NAMES.day),
    ad: findColumn(columns, AD_COLUMN_NAMES[adBy]),
    adBy,
    cost: findColumn(columns, COLUMN_NAMES.cost),
    impressions: findColumn(columns, COLUMN_NAMES.impressions),
    clicks: findColumn(columns, COLUMN_NAMES.clicks),
  };
}

/** Returns the required fields without a column. */
export const missingFields = (mapping: MediaMapping): MediaField[] =>
  requiredMediaFields.filter((field) => mapping[field] === null);

const normaliseCell = (text: string): string => text.normalize('NFKC').trim();

const DAY = /^(\d{4})(?:[/.\-年](\d{1,2})[/.\-月](\d{1,2})日?|(\d{2})(\d{2}))(?:[ T]0{1,2}:00(?::00)?)?$/;

/**
 * Parses a Tokyo day as media write it: 2026/11/01, 2026-11-1, 20261101, 2026年11月1日. Returns null for
 * anything else.
 */
export function parseMediaDay(text: string): Day | null {
  const [, year, month, dayOfMonth, MM, dd] = DAY.exec(normaliseCell(text)) ?? [];
  const day = Number(year) * 10_000 + Number(month ?? MM) * 100 + Number(dayOfMonth ?? dd);
  return isDay(day) ? day : null;
}

const NUMBER = /^(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/;
/** Placeholders of empty values in exports. */
const EMPTY_VALUES = new Set(['', '-', '--', '―', 'ー', '–', '—']);

/**
 * Parses a number as media write it: `1,234`, `¥1,234.5`, `1234円`; empty values are 0. Returns null for
 * anything else, including negative numbers.
 */
export function parseMediaNumber(text: string): number | null {
  const bare = normaliseCell(text)
    .replace(/^[¥\\]\s*/, '')
    .replace(/\s*(円|JPY|yen)$/i, '');
  if (EMPTY_VALUES.has(bare)) return 0;
  return NUMBER.test(bare) ? Number(bare.replaceAll(',', '')) : null;
}

/** Returns whether a text is a negative number, as media and spreadsheets write it. */
export function isNegativeMediaNumber(text: string): boolean {
  const [, rest = ''] = /^(?:[¥\\]\s*)?[-−△▲](.+)$/.exec(normaliseCell(text)) ?? [];
  return /\d/.test(rest) && parseMediaNumber(rest) !== null;
}

const TOTAL = /^(合計|総計|小計|総合計|計|total|grand total|subtotal|总计|合计)/i;

/** Returns whether a row is a total, according to its day or its first cell. */
export const isTotalRow = (cells: readonly string[], day: string): boolean =>
  TOTAL.test(normaliseCell(day)) ||
  (normaliseCell(day) === '' && TOTAL.test(normaliseCell(cells.find((cell) => cell.trim() !== '') ?? '')));
