import type { alerts as ja } from '../ja/alerts';
import type { Texts } from '../texts';

/** What the screen of alerts says of its own. */
export const alerts: Texts<typeof ja> = {
  test: '立即测试',
  testTitle: '当前判断结果（{{day}}）',
  testLead: '不会发送通知。',
  computing: '前一天的数据正在统计，实际判断将在统计完成后进行。',
  judged: '已判断{{judged}}项，其中{{raised}}项符合条件。',
  history: '触发记录',
  noHistory: '尚未触发',
  noHistoryHint: '符合条件之日的数值和通知结果将显示在这里。',
  day: '日期',
  case: '对象',
  value: '数值',
  bounds: '正常范围・阈值',
  told: '通知',
  whole: '整个商品',
  above: '高于 {{bound}}',
  below: '低于 {{bound}}',
  usual: '{{low}}～{{high}}（中位数 {{median}}）',
  openReport: '打开报表',
  last: '最近触发',
  never: '无',
  lastReason: '{{value}}（{{why}}）',
  outcome: { sent: '已发送', waiting: '等待发送', failed: '发送失败', doubtful: '是否送达不明（不再重发）', withheld: '不发送' },
  raised: '符合',
  calm: '不符合',
  languages: { ja: '日本語', en: 'English', 'zh-CN': '简体中文' },
  back: '关闭',
  cantTest: '无法判断',
};
