/** The receipt of an erasure. */
export const erasureReceipt = {
  title: '個人データ消去の記録',
  number: '受付番号',
  product: '商品',
  subject: '指定方法',
  digest: '照合用ハッシュ（本人のIDではありません）',
  requestedAt: '受付日時',
  finishedAt: '完了日時',
  by: '実行者',
  status: '状態',
  done: '完了',
  underWay: '処理中',
  subjects: {
    user: '顧客ID',
    visitor: '訪問者ID',
    conversion: 'CV',
  },
  notes: [
    '消去したもの: 訪問者ID・顧客ID（復元できない値に置き換え）、IPアドレス、ユーザーエージェント、ページのURL・参照元・タイトル、クリックID、CVの引数とその他のキー、通知のURL・応答。',
    '残したもの: 件数、金額、日時、広告、成果の状態、イベントのID（重複を防ぐため）、デバイスの種類、ページのドメイン。レポートの数値は変わりません。',
    '外部に渡したデータ（ダウンロード済みのファイル、ASPへ送信済みの通知、バックアップ）は対象外です。',
  ].join('\n'),
};
