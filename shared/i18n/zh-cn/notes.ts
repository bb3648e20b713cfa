/** Texts of notes on days. */
export const notes = {
  lead: '记录能说明数值变化的事件，例如“活动开始”“标签故障至15点”。可查看该产品的公司成员（代理商除外）都能看到。',
  none: '{{from}} 〜 {{to}} 尚无备注。',
  gone: '（已注销的用户）',
  edit: '编辑{{day}}的备注',
  remove: '删除{{day}}的备注',
  saved: '备注已保存',
  example: '例：活动开始',
};
