/** Texts of the attribution report. */
export const attribution = {
  rangeOf: '{{item}}のモデルによる幅',
  rangeHint: '線：最小〜最大　点：各モデル　縦線：通常',
  side: '右のグラフ',
  range: 'モデルの幅',
  difference: '差',
  rangeText:
    '{{name}}：{{low}}（{{lowModel}}）〜{{high}}（{{highModel}}）、{{model}} {{chosen}}、通常 {{normal}}',
  span: '{{low}}〜{{high}}',
  none: 'この期間、この項目に配分された値はありません。',
  listed: '値の大きい{{count}}件',
  sumsTitle: '各モデルの合計',
  equal: 'どのモデルも、行の合計は実際の{{measure}} {{actual}}と一致します。',
  unequal:
    '行の合計は実際の{{measure}} {{actual}}と一致しません。表示している広告や条件の外の接触にも配分されるためです。',
  sum: '{{model}} {{sum}}',
} as const;
