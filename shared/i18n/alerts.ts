import type { Locale } from './messages';

/** Texts of alert mails and webhooks. */
export interface AlertTexts {
  readonly subject: (title: string, day: string, test: boolean) => string;
  /** First line of a test message. */
  readonly test: string;
  readonly lead: (product: string, day: string, measure: string) => string;
  /** One alert case; without a name it is the whole product. */
  readonly line: (name: string, value: string, why: string) => string;
  readonly whole: string;
  readonly above: (bound: string) => string;
  readonly below: (bound: string) => string;
  readonly unusual: (low: string, high: string, median: string) => string;
  readonly more: (count: number) => string;
  /** Text of a test without a case. */
  readonly calm: (day: string) => string;
  readonly open: string;
}

export const alertTexts: Readonly<Record<Locale, AlertTexts>> = {
  ja: {
    subject: (title, day, test) =>
      `【Inflow Console】${test ? '［テスト］' : ''}アラート：${title}（${day}）`,
    test: 'テスト送信です。実際の判定と通知の予定は変わりません。',
    lead: (product, day, measure) =>
      `「${product}」の${day}の「${measure}」が、アラートの条件に該当しました。`,
    line: (name, value, why) => `・${name}：${value}（${why}）`,
    whole: '商品全体',
    above: (bound) => `しきい値 ${bound} を上回りました`,
    below: (bound) => `しきい値 ${bound} を下回りました`,
    unusual: (low, high, median) => `同じ曜日の通常範囲 ${low}〜${high}、中央値 ${median}`,
    more: (count) => `ほか${count}件`,
    calm: (day) => `${day}は条件に該当しません。通知は送信されません。`,
    open: 'レポートを開く',
  },
  en: {
    subject: (title, day, test) => `[Inflow Console] ${test ? '[Test] ' : ''}Alert: ${title} (${day})`,
    test: 'This was sent as a test. The alert itself goes on as before.',
    lead: (product, day, measure) => `${measure} of “${product}” on ${day} met the condition of an alert.`,
    line: (name, value, why) => `- ${name}: ${value} (${why})`,
    whole: 'Whole product',
    above: (bound) => `above the threshold of ${bound}`,
    below: (bound) => `below the threshold of ${bound}`,
    unusual: (low, high, median) => `usual on this weekday: ${low} to ${high}, median ${median}`,
    more: (count) => `and ${count} more`,
    calm: (day) => `${day} does not meet the condition. Nothing is sent.`,
    open: 'Open the report',
  },
  'zh-CN': {
    subject: (title, day, test) => `【Inflow Console】${test ? '［测试］' : ''}预警：${title}（${day}）`,
    test: '这是测试发送，实际的判断和通知计划不变。',
    lead: (product, day, measure) => `“${product}”${day}的“${measure}”符合预警条件。`,
    line: (name, value, why) => `・${name}：${value}（${why}）`,
    whole: '整个产品',
    above: (bound) => `高于阈值 ${bound}`,
    below: (bound) => `低于阈值 ${bound}`,
    unusual: (low, high, median) => `同一星期的正常范围 ${low}～${high}，中位数 ${median}`,
    more: (count) => `另有${count}项`,
    calm: (day) => `${day}未符合条件，不会发送通知。`,
    open: '打开报表',
  },
};
