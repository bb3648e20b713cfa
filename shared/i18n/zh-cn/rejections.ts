import type { rejections as ja } from '../ja/rejections';
import type { Texts } from '../texts';

/** Reasons of rejected events. */
export const rejections: Texts<typeof ja> = {
  ad_invalid: '广告无效',
  asp_invalid: 'ASP无效',
  ad_outside_period: '不在广告期间内',
  missing: '缺少 {{field}}',
  notText: '{{field}} 必须是文本',
  notNumber: '{{field}} 必须是数字',
  notPositive: '{{field}} 必须是正整数',
  negative: '{{field}} 不能为负数',
  tooLarge: '{{field}} 不能超过 {{max}}',
  tooManyDecimals: '{{field}} 最多两位小数',
  notIsoTime: '{{field}} 必须是带T的ISO 8601格式',
  inFuture: '{{field}} 超前5分钟以上',
  notAddress: '{{field}} 不是IP地址',
  tooLong: '{{field}} 超过{{max}}个字符',
  notUnicode: '{{field}} 含有无效字符',
  unknownAd: '产品没有广告 {{id}}',
  unknownCvSetting: '产品没有CV设置 {{id}}',
  noLastSetting: '缺少 cv_setting_id，且产品的LAST设置不止一个或没有',
  unknownVisitor: '{{field}} 未知，无法确定访客',
  unknownAdName: '产品没有与 ad_name 同名的广告',
  ambiguousAdName: '有多个与 ad_name 同名的广告',
  unknownProduct: '未找到产品 {{id}}',
  noVisitor: '缺少 visitor_id，也没有可代替的 interaction_id 或 user_id',
  notJson: '不是JSON',
  notObject: '不是JSON对象',
  tooDeep: '嵌套超过{{levels}}层',
  sealed: '发生在 {{day}} 之前：原始日志已超过保存期限，当日数据已封存，不再接收',
  wrongType: 'type 必须是 {{types}}',
};
