/** Texts of the first steps, from an empty installation to the first conversion. */
export const onboarding = {
  title: '計測をはじめる',
  lead: '上から順に進めてください。完了した項目には自動で印が付きます。',
  progress: '{{count}}個中{{done}}個が完了',
  done: '完了',
  hide: 'この案内を閉じる',
  watching: '届くのを確認しています',
  seen: '{{time}} に確認',
  complete: '計測の準備ができました。レポートで成果を確認できます。',
  toReport: '広告統計を開く',
  steps: {
    product: {
      title: '商品のドメインを登録する',
      what: '「{{domain}}」に広告主サイトのドメイン（例：shop.example.jp）、「{{url}}」にトップページのURLを入力して保存します。続けて、CV設定の「{{condition}}」を「{{byUrl}}」にして購入・申込の完了ページを登録しておくと、タグの設置後すぐにCVを計測できます。',
      go: '商品の設定を開く',
      also: 'CV設定を開く',
    },
    tag: {
      title: '計測タグをサイトに設置する',
      what: '次のタグをコピーして、すべてのページの </head> の直前に貼り付けます。設置したページを一度開くと、ここに印が付きます。',
      go: 'サイトを開いて確認',
    },
    ad: {
      title: '広告を登録する',
      what: '「{{name}}」と「{{url}}」（広告から開くページ）を入力して保存します。ほかの項目は後から設定できます。',
      go: '広告を追加',
    },
    click: {
      title: '最初のクリック',
      what: '下の入稿URLを媒体に登録します。すぐに試すには、このURLを開いてください。',
      whatNone: '広告を登録すると、媒体に登録する入稿URLがここに表示されます。',
      go: '入稿URLを開いて試す',
    },
    cv: {
      title: '最初のCV',
      what: '「{{condition}}」を「{{byUrl}}」にし、「{{url}}」に購入・申込の完了ページを登録して、広告から入って完了ページまで進みます。登録した内容は、最大5分でサイトのタグに反映されます。',
      whatReady: 'CV設定は登録済みです。広告から入って、完了ページまで進みます。',
      go: 'CV設定を開く',
    },
    user: {
      title: '2人目のユーザーを追加する',
      what: '一緒に使う方の「{{name}}」「{{email}}」「{{role}}」を入力して追加します。',
      go: 'ユーザーを追加',
    },
  },
  tag: '計測タグ',
  link: '入稿URL',
} as const;
