import type { explorer as ja } from '../ja/explorer';
import type { Texts } from '../texts';

export const explorer: Texts<typeof ja> = {
  lead: '使用当前登录的权限直接试用GraphQL API。',
  backToConsole: '返回控制台',
  tokens: {
    title: '读取令牌',
    lead: '仅能在您的权限范围内读取产品“{{product}}”的个人令牌。可在表格或脚本中通过GraphQL和REST使用，不能更改数据。',
    name: '用途',
    example: '例：每周报表',
    nameRequired: '请输入用途',
    create: '生成令牌',
    once: '此令牌仅在此时显示，请妥善保存。',
    token: '令牌',
    usage: '请放在请求的Authorization头中使用。',
    none: '尚无令牌。',
    made: '{{time}} 生成',
    used: '最后使用 {{time}}',
    unused: '未使用',
    revoke: '吊销',
    revokeOf: '吊销“{{name}}”',
  },
};
