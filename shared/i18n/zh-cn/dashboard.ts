import type { dashboard as ja } from '../ja/dashboard';
import type { Texts } from '../texts';

export const dashboard: Texts<typeof ja> = {
  lead: '将昨日与本月的成果分别与之前的期间进行比较。',
  day: '{{day}}（{{weekday}}）',
  yesterday: '昨日',
  dayBefore: '前日',
  todayBeside: '今天统计中',
  lastMonth: '上月全月',
  openStatistics: '在广告统计中查看',
  next: '其他页面',
  emptyTitle: '尚无统计数据',
  emptyHint:
    '从上月至今没有统计数据。请在网站上放置测量标签，并将广告的投放URL登记到媒体，成果就会显示在这里。',
  emptyHintOthers: '从上月至今没有统计数据。有关跟踪设置，请咨询管理员。',
  openProduct: '放置测量标签',
  openAds: '设置广告',
  showSteps: '显示开始测量的步骤',
  errorTitle: '无法显示概要',
};
