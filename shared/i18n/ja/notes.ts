/** Notes on days: what is said where they are written. */
export const notes = {
  lead: '「キャンペーン開始」「15時までタグ停止」など、数値の理由になる出来事を日付に残します。商品を見られる社内のメンバー全員に表示されます。',
  none: '{{from}} 〜 {{to}} のメモはまだありません。',
  gone: '（退会したユーザー）',
  edit: '{{day}}のメモを編集',
  remove: '{{day}}のメモを削除',
  saved: 'メモを保存しました',
  example: '例：キャンペーン開始',
};
