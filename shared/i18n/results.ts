/** Messages of the server about result decisions, in every language. */
export const resultMessages = {
  idsOrFilter: {
    en: 'either ids or a filter',
    ja: 'ids か filter のどちらか一方を指定してください',
    'zh-CN': '请指定 ids 或 filter 之一',
  },
  undoOver: {
    en: 'It is too late to undo this change.',
    ja: '元に戻せる時間を過ぎています。',
    'zh-CN': '已超过可撤销的时间。',
  },
  noSuchResult: {
    en: 'no result has “{value}”',
    ja: '「{value}」の成果はありません',
    'zh-CN': '没有与“{value}”对应的成果',
  },
  unknownState: {
    en: '“{value}” is no approval status',
    ja: '「{value}」は承認状況として読み取れません',
    'zh-CN': '“{value}”不是有效的审批状态',
  },
  decidedTwice: {
    en: 'line {line} decides otherwise about the same result',
    ja: '{line}行目に、同じ成果に対する別の判定があります',
    'zh-CN': '第{line}行对同一成果有不同的判定',
  },
} as const;
