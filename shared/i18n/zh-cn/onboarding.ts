import type { onboarding as ja } from '../ja/onboarding';
import type { Texts } from '../texts';

export const onboarding: Texts<typeof ja> = {
  title: '开始测量',
  lead: '请从上到下依次进行。完成的项目会自动打勾。',
  progress: '已完成 {{done}}/{{count}}',
  done: '已完成',
  hide: '关闭此引导',
  watching: '正在确认是否到达',
  seen: '于 {{time}} 确认',
  complete: '测量已准备就绪，可在报表中查看成果。',
  toReport: '打开广告统计',
  steps: {
    product: {
      title: '登记产品的域名',
      what: '在“{{domain}}”中填写广告主网站的域名（例：shop.example.jp），在“{{url}}”中填写首页URL并保存。再在转化设置中把“{{condition}}”设为“{{byUrl}}”，登记购买或申请的完成页面，安装标签后即可测量转化。',
      go: '打开产品设置',
      also: '打开转化设置',
    },
    tag: {
      title: '在网站上安装测量标签',
      what: '复制下面的标签，粘贴到每个页面的 </head> 之前。打开一次已安装的页面后，此处会自动打勾。',
      go: '打开网站确认',
    },
    ad: {
      title: '登记广告',
      what: '填写“{{name}}”和“{{url}}”（广告打开的页面）并保存。其他项目可以稍后设置。',
      go: '添加广告',
    },
    click: {
      title: '第一次点击',
      what: '把下面的投放URL登记到媒体。想立即测试时，请打开此URL。',
      whatNone: '登记广告后，此处会显示要登记到媒体的投放URL。',
      go: '打开投放URL测试',
    },
    cv: {
      title: '第一个转化',
      what: '把“{{condition}}”设为“{{byUrl}}”，将购买或申请的完成页面登记为“{{url}}”，然后从广告进入并走到完成页面。设置最多5分钟后反映到网站标签。',
      whatReady: '转化设置已登记。请从广告进入并走到完成页面。',
      go: '打开转化设置',
    },
    user: {
      title: '添加第二位用户',
      what: '填写共同使用者的“{{name}}”“{{email}}”和“{{role}}”。',
      go: '添加用户',
    },
  },
  tag: '测量标签',
  link: '投放URL',
};
