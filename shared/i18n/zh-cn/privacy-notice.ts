import type { privacyNotice as ja } from '../ja/privacy-notice';
import type { Texts } from '../texts';

/** The notice of a site about data that its visitors’ browsers send to others. */
export const privacyNotice: Texts<typeof ja> = {
  title: '关于向外部发送用户信息',
  lead: '您浏览本网站时，浏览器会向以下接收方发送信息。',
  head: {
    recipient: '接收方',
    hosts: '接收方域名',
    items: '发送的信息',
    purpose: '使用目的',
  },
  items: {
    page: '浏览页面的URL',
    referrer: '来源URL',
    title: '页面标题',
    visitorId: '识别浏览器的ID（保存在Cookie和Web存储中）',
    interactionId: '识别广告接触的ID',
    time: '浏览或操作的时间',
    conversion: '转化（购买、申请等）的类型、订单号等参数和金额',
    siteValues: '网站指定的客户ID等值',
    address: 'IP地址、浏览器和设备信息（用户代理）',
    clickId: '广告的点击ID',
    mediaKeys: '媒体的管理参数',
    order: '订单号等参数和其他键',
    customerId: '客户ID',
    amount: '金额',
    result: '成果和转化的标识、时间、广告ID、审批状态',
    cookies: '接收方保存在自身域名下的Cookie',
  },
  purposes: {
    own_tag: '测量广告效果，分析到达购买或申请的路径',
    measurement_tag: '测量来自广告的访问（确认成果、测量广告效果）',
    cv_tag: '确认广告带来的购买或申请，计算佣金',
  },
  noHost: '（标签中未写明域名）',
  check:
    '根据已设置的测量标签生成。这些标签加载的程序进一步发送的信息，请向各接收方确认。如网站提供撤回测量同意的方式，请补充说明。本文不保证满足法律要求。',
  self: '{{company}}（广告效果测量）',
};
