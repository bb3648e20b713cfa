import type { erasureReceipt as ja } from '../ja/erasure-receipt';
import type { Texts } from '../texts';

/** The receipt of an erasure. */
export const erasureReceipt: Texts<typeof ja> = {
  title: '个人数据删除记录',
  number: '受理编号',
  product: '产品',
  subject: '指定方式',
  digest: '核对用哈希（不是本人的ID）',
  requestedAt: '受理时间',
  finishedAt: '完成时间',
  by: '执行人',
  status: '状态',
  done: '已完成',
  underWay: '处理中',
  subjects: {
    user: '客户ID',
    visitor: '访客ID',
    conversion: '转化',
  },
  notes: [
    '已删除：访客ID和客户ID（替换为无法还原的值）、IP地址、用户代理、页面的URL、来源和标题、点击ID、转化的参数和其他键、通知的URL和应答。',
    '保留：件数、金额、时间、广告、成果状态、事件ID（用于防止重复）、设备的种类，以及页面的域名。报表数值不变。',
    '已流出本产品的数据（已下载的文件、已发送给ASP的通知、备份）不在范围内。',
  ].join('\n'),
};
