import { guessMapping, missingFields, type AdNaming } from './media';

const nothing = {
  day: null,
  ad: null,
  adBy: 'name',
  cost: null,
  impressions: null,
  clicks: null,
  campaign: null,
  adSet: null,
  periodEnd: null,
  currency: null,
  conversions: null,
  conversionValue: null,
  viewThrough: null,
};
/** Columns that hold ids and codes of our ads. */
const none: readonly string[] = [];

describe('columns of exports', () => {
  it.each([
    [
      'ours',
      ['日付', '広告ID', '広告名', '費用', '表示回数', 'クリック数'],
      ['広告ID'],
      { day: '日付', ad: '広告ID', adBy: 'id', cost: '費用', impressions: '表示回数', clicks: 'クリック数' },
    ],
    [
      'Google Ads',
      ['キャンペーンのステータス', 'キャンペーン', '日', '通貨コード', 'クリック数', '表示回数', '費用'],
      none,
      {
        ...{ day: '日', ad: 'キャンペーン', cost: '費用', impressions: '表示回数', clicks: 'クリック数' },
        currency: '通貨コード',
      },
    ],
    [
      'Google Ads, by ad group',
      ['Campaign', 'Ad group', 'Day', 'Currency code', 'Clicks', 'Impr.', 'Cost'],
      none,
      {
        ...{ day: 'Day', campaign: 'Campaign', ad: 'Ad group', cost: 'Cost', clicks: 'Clicks' },
        ...{ impressions: 'Impr.', currency: 'Currency code' },
      },
    ],
    [
      'Yahoo! search, with ids of its own',
      ['日', 'キャンペーンID', 'キャンペーン名', 'インプレッション数', 'クリック数', 'コスト'],
      none,
      {
        ...{ day: '日', ad: 'キャンペーン名', cost: 'コスト' },
        ...{ impressions: 'インプレッション数', clicks: 'クリック数' },
      },
    ],
    [
      'Yahoo! display, by ad',
      ['日', 'キャンペーン名', '広告グループ名', '広告ID', '広告名', 'コスト'],
      none,
      { day: '日', campaign: 'キャンペーン名', adSet: '広告グループ名', ad: '広告名', cost: 'コスト' },
    ],
    [
      'LINE',
      ['日', 'キャンペーン名', 'インプレッション数', 'クリック数', 'ご利用金額', 'CV（LINE Tagクリック）'],
      none,
      {
        ...{ day: '日', ad: 'キャンペーン名', cost: 'ご利用金額' },
        ...{ impressions: 'インプレッション数', clicks: 'クリック数' },
        conversions: 'CV（LINE Tagクリック）',
      },
    ],
    [
      'Meta, by day',
      [
        ...['レポート開始日', 'レポート終了日', '日', 'キャンペーン名', '広告セット名', '広告の名前'],
        ...['消化金額 (JPY)', 'インプレッション', 'クリック(すべて)', 'リンクのクリック'],
      ],
      none,
      {
        ...{ day: '日', campaign: 'キャンペーン名', adSet: '広告セット名', ad: '広告の名前' },
        ...{ cost: '消化金額 (JPY)', impressions: 'インプレッション', clicks: 'リンクのクリック' },
      },
    ],
    [
      'Meta, whole periods',
      ['Reporting starts', 'Reporting ends', 'Campaign name', 'Amount spent (USD)', 'Link clicks'],
      none,
      {
        ...{ day: 'Reporting starts', periodEnd: 'Reporting ends', ad: 'Campaign name' },
        ...{ cost: 'Amount spent (USD)', clicks: 'Link clicks' },
      },
    ],
    [
      'X',
      ['Time period', 'Campaign name', 'Spend', 'Impressions'],
      none,
      { day: 'Time period', ad: 'Campaign name', cost: 'Spend', impressions: 'Impressions' },
    ],
    [
      'TikTok',
      ['By Day', 'Campaign name', 'Ad group name', 'Ad name', 'Cost', 'Clicks (destination)'],
      none,
      {
        ...{ day: 'By Day', campaign: 'Campaign name', adSet: 'Ad group name', ad: 'Ad name' },
        ...{ cost: 'Cost', clicks: 'Clicks (destination)' },
      },
    ],
    [
      'ids alone, which are names then',
      ['day', 'ad_id', 'cost'],
      none,
      { day: 'day', ad: 'ad_id', cost: 'cost' },
    ],
    ['something else', ['a', 'b'], none, {}],
  ])('of %s are guessed', (_medium, columns, ours, mapping) => {
    const isOurs = (column: string, _naming: AdNaming) => ours.includes(column);
    expect(guessMapping(columns, isOurs)).toEqual({ ...nothing, ...mapping });
  });

  it.each([
    [
      ['コンバージョン', 'ビュースルー コンバージョン'],
      'コンバージョン',
      null,
      'ビュースルー コンバージョン',
    ],
    [['コンバージョン（コンバージョンの日時別）', 'コンバージョン'], 'コンバージョン', null, null],
    [['コンバージョン（現在のモデル）'], 'コンバージョン（現在のモデル）', null, null],
    [
      ['コンバージョン名', 'コンバージョン数', 'クロスデバイスコンバージョン数'],
      'コンバージョン数',
      null,
      null,
    ],
    [
      [
        'コンバージョン数（全て）',
        'コンバージョン数',
        'ビュースルーコンバージョン数',
        'コンバージョンの価値',
      ],
      ...(['コンバージョン数', 'コンバージョンの価値', 'ビュースルーコンバージョン数'] as const),
    ],
    [['結果', '結果の単価'], '結果', null, null],
    [['Results', 'Cost per result'], 'Results', null, null],
    [
      ['Conversions', 'Conv. value', 'View-through conv.'],
      'Conversions',
      'Conv. value',
      'View-through conv.',
    ],
    [['cv', 'purchase'], 'cv', null, null],
  ])('finds the conversions among %j', (columns, conversions, conversionValue, viewThrough) => {
    expect(guessMapping(columns, () => false)).toMatchObject({ conversions, conversionValue, viewThrough });
  });

  it('report missing fields', () =>
    expect(missingFields(guessMapping(['日付', 'x'], () => true))).toEqual(['ad', 'cost']));
});
