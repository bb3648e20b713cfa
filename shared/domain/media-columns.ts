/**
 * Names of columns in the exports of Google Ads, Yahoo!, LINE, Meta, Microsoft, X, TikTok, SmartNews and Criteo,
 * in order of preference: clicks on links come before all clicks. Compared without width, case and brackets at
 * the end, so `消化金額 (JPY)` is 消化金額.
 */
const NAMES = {
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
  currency: '通貨コード, 通貨, アカウントの通貨, currency code, currency_code, currency, 货币',
} as const;

/** A field that columns are recognised by. */
export type NamedColumn = keyof typeof NAMES;

/** Returns the names of a field's columns. */
export const columnNames = (field: NamedColumn): string[] => NAMES[field].split(', ');
