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
const normalise = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s*[([【].*$/, '')
    .trim();

const findColumn = (columns: readonly string[], words: readonly string[]): string | null => {
  const names = columns.map(normalise);
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
