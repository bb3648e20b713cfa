import type { effect as ja } from '../ja/effect';
import type { Texts } from '../texts';

export const effect: Texts<typeof ja> = {
  lead: '按获客月份和广告跟踪新客户之后的购买情况，以及广告费何时收回。',
  measure: '指标',
  measures: {
    cv: 'CV数',
    customers: '客户数',
    amount: '销售额',
    amount_cumulative: '累计销售额',
    roas_cumulative: '累计ROAS',
  },
  columns: {
    acquisitionMonth: '获客月份',
    customers: '获得客户数',
    cost: '当月广告费',
    payback: '回收月份',
    forecastFrom: '预测起始（获客后月数）',
    month: '{{measure}} 第{{month}}个月',
  },
};
