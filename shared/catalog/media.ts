import { keysOf, recordOf } from '../records';
import { plainCell } from '../domain/table-cells';

/** Required columns of a media cost file, per ad and Tokyo day; missing other values are 0 or unknown. */
export const requiredMediaFields = ['day', 'ad', 'cost'] as const;
/** Columns of a media cost file. Campaign and ad set name the ad together with its own column. */
export const mediaFields = [
  ...requiredMediaFields,
  'impressions',
  'clicks',
  'campaign',
  'adSet',
  'periodEnd',
  'currency',
  'conversions',
  'conversionValue',
  'viewThrough',
] as const;
/** Columns of conversions; without a column the medium reports none, which is not zero. */
export const conversionFields = [
  'conversions',
  'conversionValue',
  'viewThrough',
] as const satisfies ReadonlyArray<(typeof mediaFields)[number]>;
export type MediaField = (typeof mediaFields)[number];

/** How a file names ads: number, code of the posting URL, or name. */
export const adNamings = ['id', 'code', 'name'] as const;
export type AdNaming = (typeof adNamings)[number];

/** File column of each field, by column name; null if there is none. */
export type MediaMapping = Readonly<Record<MediaField, string | null>> & { readonly adBy: AdNaming };

/** Names of an ad in a medium's file; empty if the file has no such column. */
export interface MediaAdName {
  readonly campaign: string;
  readonly adSet: string;
  readonly ad: string;
}

/** Returns the names that are not empty, from the widest to the ad's own. */
export const nameParts = ({ campaign, adSet, ad }: MediaAdName): string[] =>
  [campaign, adSet, ad].filter((name) => name !== '');

/** Joins the names of an ad as a label. */
export const nameText = (name: MediaAdName): string => nameParts(name).join(' / ');

/** Completes a mapping; fields without a column have null. */
export const makeMapping = (
  columns: Readonly<Partial<Record<MediaField, unknown>>>,
  adBy: AdNaming,
): MediaMapping => ({
  ...recordOf(mediaFields, (field) => {
    const name = columns[field];
    return typeof name === 'string' && name !== '' ? name : null;
  }),
  adBy,
});

/**
 * Names of columns in the exports of Google Ads, Yahoo!, LINE, Meta, Microsoft, X, TikTok, SmartNews and Criteo,
 * in order of preference: clicks on links come before all clicks. Compared without width, case and brackets at
 * the end, so `消化金額 (JPY)` is 消化金額.
 */
const COLUMN_NAMES = {
  day: '日付, 日, 年月日, 配信日, 対象日, 集計日, 利用日, 日別, day, date, by day, time period, 期間, レポート期間, 日期',
  periodStart: 'レポート開始日, 集計開始日, 期間開始日, 開始日, reporting starts, start date',
  periodEnd: 'レポート終了日, 集計終了日, 期間終了日, 終了日, reporting ends, end date',
  id: '広告id, ad id, ad_id, 广告id',
  code: '広告コード, コード, ad code, ad_code, code, 广告代码',
  ad: '広告名, 広告の名前, 広告タイトル, クリエイティブ名, クリエイティブ, 広告, ad name, ad_name, creative name, creative, ad, 广告名称, 广告',
  adSet:
    '広告セット名, 広告セットの名前, 広告セット, 広告グループ名, 広告グループ, ad set name, adset name, ad_set_name, ad set, ad group name, adgroup name, ad_group_name, ad group, ad_group, adgroup, ラインアイテム名, line item name, line item, 广告组名称, 广告组',
  campaign:
    'キャンペーン名, キャンペーンの名前, キャンペーン, campaign name, campaign_name, campaign, 广告系列名称, 广告系列',
  cost: '費用, コスト, cost, 消化金額, 利用金額, ご利用金額, ご利用額, 利用額, 消化額, 広告費, 広告費用, 金額, amount spent, amount_spent, spend, total spend, total cost, 花费, 费用, 消耗',
  impressions:
    '表示回数, インプレッション数, インプレッション, 表示数, 配信回数, imp, imps, imp数, impressions, impression, impr., 展示次数, 展示量',
  clicks:
    'リンクのクリック, リンクのクリック数, リンククリック, リンククリック数, link clicks, link_clicks, clicks (destination), destination clicks, リンク先クリック数, クリック数, クリック, click, clicks, click数, 点击数, 点击量',
  conversions:
    'コンバージョン, コンバージョン数, コンバージョン数(クリック経由), cv(line tagクリック), cv, cv数, 結果, 成果, コンバージョン(コンバージョンの日時別), conversions, conversion, results, result, conv., purchases, 转化次数, 转化, 成效',
  conversionValue:
    'コンバージョン値, コンバージョンの価値, コンバージョン価値, 総コンバージョン値, コンバージョン値の合計, 購入のコンバージョン値, cv値, conv. value, conversion value, conversions value, conversion_value, total conversion value, purchases conversion value, website purchases conversion value, revenue, 转化价值',
  viewThrough:
    'ビュースルー コンバージョン, ビュースルーコンバージョン, ビュースルー コンバージョン数, ビュースルーコンバージョン数, ビュースルーcv, view-through conversions, view-through conv., view through conversions, view_through, 浏览型转化次数',
  currency: '通貨コード, 通貨, アカウントの通貨, currency code, currency_code, currency, 货币',
} as const;

/** Normalises a column name: drops width and case. */
const normaliseName = (name: string): string => plainCell(name).toLowerCase().replaceAll(/\s+/g, ' ');

/** Drops brackets at the end, so `消化金額 (jpy)` is 消化金額. */
const withoutBrackets = (name: string): string => name.replace(/\s*[([【].*$/, '');

/**
 * Guesses the mapping of a file's columns from their names. A column of ids or codes counts if it holds those of
 * our ads: media have ids of their own.
 * @param isOurs whether some values of a column identify ads in a way
 */
export function guessMapping(
  columns: readonly string[],
  isOurs: (column: string, naming: AdNaming) => boolean,
): MediaMapping {
  const whole = columns.map(normaliseName);
  const names = whole.map(withoutBrackets);
  const found = recordOf(keysOf(COLUMN_NAMES), (field): string | null => {
    const word = COLUMN_NAMES[field].split(', ').find((one) => whole.includes(one) || names.includes(one));
    return word === undefined
      ? null
      : (columns[whole.includes(word) ? whole.indexOf(word) : names.indexOf(word)] ?? null);
  });
  const own = (['id', 'code'] as const).find((naming) => {
    const column = found[naming];
    return column !== null && isOurs(column, naming);
  });
  const finest = own ?? (['ad', 'adSet', 'campaign', 'id', 'code'] as const).find((field) => found[field]);
  const wider = (field: 'campaign' | 'adSet') => (own || field === finest ? null : found[field]);
  const columnOf = {
    ...found,
    day: found.day ?? found.periodStart,
    periodEnd: found.day === null ? found.periodEnd : null,
    ad: finest ? found[finest] : null,
    campaign: wider('campaign'),
    adSet: wider('adSet'),
  };
  return makeMapping(columnOf, own ?? 'name');
}

/** Returns the required fields without a column. */
export const missingFields = (mapping: MediaMapping): MediaField[] =>
  requiredMediaFields.filter((field) => mapping[field] === null);
