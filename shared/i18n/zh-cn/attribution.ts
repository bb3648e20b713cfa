import type { attribution as ja } from '../ja/attribution';
import type { Texts } from '../texts';

/** Texts of the attribution report. */
export const attribution: Texts<typeof ja> = {
  rangeOf: '{{item}}：各模型的范围',
  rangeHint: '线：最小至最大　点：各模型　竖线：普通',
  side: '右侧图表',
  range: '模型范围',
  difference: '差',
  rangeText:
    '{{name}}：{{low}}（{{lowModel}}）至{{high}}（{{highModel}}），{{model}} {{chosen}}，普通 {{normal}}',
  span: '{{low}}–{{high}}',
  none: '此期间该项目没有分配到的值。',
  listed: '数值最大的{{count}}项',
  sumsTitle: '各模型合计',
  equal: '在每个模型下，各行合计都与实际的{{measure}} {{actual}} 一致。',
  unequal: '各行合计与实际的{{measure}} {{actual}} 不一致：所显示的广告或条件之外的接触也会分配到。',
  sum: '{{model}} {{sum}}',
};
