import type { explorer as ja } from '../ja/explorer';
import type { Texts } from '../texts';

export const explorer: Texts<typeof ja> = {
  lead: '使用当前登录的权限直接试用GraphQL API。',
  backToConsole: '返回控制台',
  examples: {
    adStatistics: '广告统计：按ASP',
    attribution: '归因分析：按模型',
    conversions: '最新转化与路径',
  },
};
