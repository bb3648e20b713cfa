import type { term as ja } from '../ja/term';
import type { Texts } from '../texts';

export const term: Texts<typeof ja> = {
  lead: '按日、周、月查看走势，并与之前的周期对照。',
  unit: '单位',
  weekOf: '{{day}}当周',
  tooFine: '对该期间来说过细，无法选择',
  top: '单独显示的项数',
  topCount: '前{{count}}项',
  noAxis: '无（整体）',
  line: '折线',
  stacked: '堆积',
  notStackable: '比率、平均值和利润不能堆积',
  chart: '{{measure}}走势',
  chartBy: '{{measure}}走势（按{{axis}}）',
  furtherMeasures: '其他指标',
  presets: { items: '走势指标', cvs: '转化', costs: '费用与收益' },
  cut: '仅{{from}}〜{{to}}',
  ahead: '尚未开始',
  running: '统计中',
  restCount: '其他的项数',
  others: '其他',
};
