/** Words of the command palette and of the sheet of shortcuts; they come with their first opening. */
export const palette = {
  placeholder: 'ページ、広告、ASP、ユーザー、操作を検索',
  results: '候補',
  keys: '↑↓で選択、Enterで開く',
  searching: '検索しています',
  nothing: '一致するものはありません',
  groups: { views: '保存したビュー', pages: 'ページ', ads: '広告', asps: 'ASP', users: 'ユーザー', products: '商品の切り替え', actions: '操作' },
  addAd: '広告を追加',
  addRedirect: 'リダイレクトを追加',
  addAsp: 'ASPを追加',
  print: 'このページを印刷',
  shortcuts: {
    title: 'ショートカットキー',
    everywhere: 'すべての画面',
    palette: '検索・移動を開く',
    sheet: 'この一覧を開く',
    close: '開いているものを閉じる',
    tables: 'レポートの表',
    walk: '数値のセルを移動',
    columnMenu: '列見出しで：列のメニューを開く',
    columnWidth: '列見出しで：列の幅を変える',
  },
} as const;
