/** The heading of exported files. */
export const documents = {
  product: '商品',
  compared: '比較期間',
  filters: '絞り込み',
  keyword: 'キーワード',
  writtenAt: '出力日時',
};
