import type { mails as ja } from '../ja/mails';
import type { Texts } from '../texts';

/** Mails, and the webhooks of alerts. */
export const mails: Texts<typeof ja> = {
  reset: {
    subject: '【Inflow Console】重置密码',
    text: [
      '我们已收到重置密码的申请。',
      '请在1小时内通过以下链接设置新密码。',
      '',
      '{{link}}',
      '',
      '如非本人操作，请忽略此邮件，密码不会更改。',
      '',
    ].join('\n'),
  },
  invitation: {
    subject: '【Inflow Console】邀请',
    text: [
      '您已受邀使用 Inflow Console。',
      '请在7天内通过以下链接设置密码，之后即可登录。',
      '',
      '{{link}}',
      '',
      '如非您本人预期，请忽略此邮件。',
      '',
    ].join('\n'),
  },
  report: {
    subject: '【Inflow Console】{{title}}（{{day}}）',
    testSubject: '【Inflow Console】［测试］{{title}}（{{day}}）',
    test: '这是测试邮件，定期发送计划不变。',
    allRows_other: '共{{count}}行。',
    firstRows: '共{{count}}行，显示前{{displayed}}行。',
    moreColumns_other: '另有{{count}}项已省略。',
    noMonths: '此处省略了获客后各月（共{{count}}个月）的数值。',
    firstMonths: '获客后各月共{{count}}个月，显示自获客当月起的{{displayed}}个月。',
    allAttached: '完整内容请查看附件CSV文件。',
    firstAttached: '附件CSV文件包含前{{rows}}行及合计，全部行请从控制台导出。',
    empty: '该期间没有数据。',
    open: '在控制台中打开',
    why: '根据{{sender}}的设置发送，数据按{{sender}}的查看权限汇总。',
    change: '查看或更改发送设置',
  },
  alert: {
    subject: '【Inflow Console】预警：{{title}}（{{day}}）',
    testSubject: '【Inflow Console】［测试］预警：{{title}}（{{day}}）',
    test: '这是测试发送，实际的判断和通知计划不变。',
    lead: '“{{product}}”{{day}}的“{{measure}}”符合预警条件。',
    line: '・{{name}}：{{value}}（{{why}}）',
    whole: '整个产品',
    above: '高于阈值 {{bound}}',
    below: '低于阈值 {{bound}}',
    unusual: '同一星期的正常范围 {{low}}～{{high}}，中位数 {{median}}',
    more: '另有{{count}}项',
    calm: '{{day}}未符合条件，不会发送通知。',
    open: '打开报表',
  },
};
