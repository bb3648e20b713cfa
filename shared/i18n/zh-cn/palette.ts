import type { palette as ja } from '../ja/palette';
import type { Texts } from '../texts';

export const palette: Texts<typeof ja> = {
  placeholder: '搜索页面、广告、ASP、用户和操作',
  results: '候选项',
  keys: '↑↓ 选择，Enter 打开',
  searching: '正在搜索',
  nothing: '没有匹配的内容',
  groups: {
    views: '已保存的视图',
    pages: '页面',
    ads: '广告',
    asps: 'ASP',
    users: '用户',
    products: '切换产品',
    actions: '操作',
  },
  addAd: '添加广告',
  addRedirect: '添加重定向',
  addAsp: '添加ASP',
  print: '打印此页面',
  shortcuts: {
    title: '键盘快捷键',
    everywhere: '所有页面',
    palette: '打开搜索与跳转',
    sheet: '打开此列表',
    close: '关闭已打开的内容',
    tables: '报表表格',
    walk: '在数值单元格间移动',
    columnMenu: '在列标题上：打开列菜单',
    columnWidth: '在列标题上：更改列宽',
  },
};
