/** Notes on days: what is said where they are written. */
export const notes = {
  lead: '「キャンペーン開始」「15時までタグ停止」など、数値の背景となる出来事を日付ごとに記録します。代理店を除く、この商品を閲覧できる社内のユーザー全員に表示されます。',
  none: '{{from}} 〜 {{to}} のメモはまだありません。',
  gone: '（削除されたユーザー）',
  edit: '{{day}}のメモを編集',
  remove: '{{day}}のメモを削除',
  saved: 'メモを保存しました',
  example: '例：キャンペーン開始',
};
