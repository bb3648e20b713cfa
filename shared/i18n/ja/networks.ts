/** Texts of the network templates. */
export const networks = {
  title: 'ネットワークのひな形から入力',
  placeholder: 'ASP・媒体名で検索',
  hint: '公開されている仕様をもとに、計測パラメータと成果通知の欄を入力します。保存するまで反映されません。',
  none: '該当するひな形がありません。公開資料で仕様を確認できたものだけを載せています。',
  kind: { asp: 'ASP・計測システム', medium: '広告媒体' },
  filled: '{{name}}のひな形を入力しました',
  same: '{{name}}のひな形と同じ内容です',
  undo: '入力前に戻す',
  changed: '変わった項目',
  toDo: '残りの作業',
  replace: 'ポストバックURLの {{part}} を、{{meaning}}に置き換えます。',
  enter: '入稿URLの「?」より後ろ（{{parameters}}）は、{{name}}の「{{place}}」欄に入力します。',
  part: {
    TRACKING_DOMAIN: 'ネットワークから案内された計測ドメイン',
    PROGRAM_ID: 'A8.netが発行したプログラムID（15桁）',
    ITEM_CODE: '商品を識別するコード（半角英数字、50文字以内）',
    OFFER_ID: 'オファーのID',
    NETWORK_ID: 'ネットワークのID（nid）',
    EVENT_NAME: '媒体の管理画面で決めたイベント名',
    CONVERSION_TYPE: 'コンバージョンの種類を表す番号',
    ACCOUNT_NAME: '広告アカウント名',
  },
  step: {
    askParameterName:
      'クリックIDは {{name}} が「{{parameter}}」という名前で自動的に付けます。この名前を「a_xclid」に変えるよう、{{name}}の担当者に依頼します。',
    askMacro: '{{name}}の担当者に、入稿URLへクリックIDのパラメータを付ける登録を依頼します。',
    askUrl:
      '成果を受け取るURLは広告主ごとに異なります。{{name}}の担当者から受け取り、クリックIDの位置に {xclid} を入れてポストバックURLに入力します。',
    ownInterface:
      '{{name}}に成果を伝えるには媒体側の方法（コンバージョンAPIなど）を使うため、成果通知の欄は変えていません。クリックIDは接触ごとに保存されます。',
  },
  stateless:
    'このポストバックURLには承認状況（{status}）がありません。手動で承認状況を変えたときも同じURLに通知されるので、ネットワーク側で重複して計上されないか確認してください。',
  sources: '出典（{{day}}に確認）',
  others: '第三者の資料',
};
