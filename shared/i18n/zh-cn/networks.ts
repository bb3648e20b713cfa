import type { networks as ja } from '../ja/networks';
import type { Texts } from '../texts';

/** Texts of the network templates. */
export const networks: Texts<typeof ja> = {
  title: '从广告联盟模板填写',
  placeholder: '搜索ASP或媒体名称',
  hint: '根据公开的规格填写跟踪参数和成果通知。保存之前不会生效。',
  none: '没有对应的模板。这里只收录能在公开资料中确认规格的平台。',
  kind: { asp: 'ASP、跟踪系统', medium: '广告媒体' },
  filled: '已按{{name}}的模板填写',
  same: '当前内容与{{name}}的模板一致',
  undo: '恢复填写前的内容',
  changed: '发生变化的项目',
  toDo: '剩余工作',
  replace: '将回传URL中的 {{part}} 替换为{{meaning}}。',
  enter: '投放URL中“?”之后的部分（{{parameters}}）请填写在{{name}}的“{{place}}”栏中。',
  part: {
    TRACKING_DOMAIN: '平台提供的跟踪域名',
    PROGRAM_ID: 'A8.net发放的项目ID（15位）',
    ITEM_CODE: '识别商品的代码（半角英文数字，50个字符以内）',
    OFFER_ID: 'Offer的ID',
    NETWORK_ID: '平台的ID（nid）',
    EVENT_NAME: '在媒体后台设定的事件名称',
    CONVERSION_TYPE: '表示转化类型的编号',
    ACCOUNT_NAME: '广告账户名称',
  },
  step: {
    askParameterName:
      '点击ID由{{name}}以“{{parameter}}”为名自动附加。请联系{{name}}的负责人，将该名称改为“a_xclid”。',
    askMacro: '请联系{{name}}的负责人，在投放URL上登记点击ID参数。',
    askUrl:
      '接收成果的URL因广告主而异。请向{{name}}的负责人索取，并在点击ID的位置写入 {xclid} 后填入回传URL。',
    ownInterface:
      '向{{name}}传递成果需使用媒体自己的方式（转化API等），因此未更改成果通知的项目。点击ID会随每次接触保存。',
  },
  stateless: '该回传URL不含审批状态（{status}）。手动更改审批状态时也会通知同一URL，请确认平台不会重复计数。',
  sources: '出处（{{day}}确认）',
  others: '第三方资料',
};
