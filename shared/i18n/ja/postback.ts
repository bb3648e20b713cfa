/** Texts of postbacks: diagnoses and what to try. */
export const postback = {
  /** Short forms for lists. */
  reason: {
    delivered: '送信済み',
    refusedAddress: '非公開アドレス',
    invalidUrl: 'URLの誤り',
    dns: 'ドメイン不明（DNS）',
    tls: '証明書の問題（TLS）',
    timeout: '応答なし（タイムアウト）',
    refusedConnection: '接続できない',
    lostConnection: '接続が切れた',
    redirect: '転送（3xx）',
    badRequest: '内容の誤り（400）',
    unauthorized: '認証・許可の不足',
    notFound: 'ページなし（404）',
    tooMany: '送信過多（429）',
    otherClientError: '受付拒否（4xx）',
    serverError: 'ASPのエラー（5xx）',
    otherAnswer: '想定外の応答',
    worker: '処理の中断',
  },
  doctor: {
    delivered: { what: '通知は届いています。', tryThis: '対応は不要です。' },
    refusedAddress: {
      what: '通知先が社内ネットワークなどの非公開アドレスのため、送信しませんでした。',
      tryThis:
        'ASPのポストバックURLが正しいか確認してください。社内の宛先に送る場合は、サーバーの環境変数 WEBHOOK_ALLOW にそのアドレス範囲を追加します。',
    },
    invalidUrl: {
      what: 'ポストバックURLがURLとして正しくありません。',
      tryThis: 'http:// または https:// で始まるURLをASPに設定してください。',
    },
    dns: {
      what: '通知先のドメインが見つかりません（DNS）。',
      tryThis:
        'ポストバックURLのドメインの綴りを確認してください。正しい場合はASP側の障害の可能性があります。',
    },
    tls: {
      what: '通知先の証明書に問題があり、安全に接続できません（TLS）。',
      tryThis: '証明書の期限切れやドメイン違いが考えられます。ASPに確認してください。',
    },
    timeout: {
      what: '15秒以内に応答がありませんでした。',
      tryThis: 'ASPのサーバーが混み合っているか、停止しています。続く場合はASPに確認してください。',
    },
    refusedConnection: {
      what: '通知先に接続できません（接続拒否）。',
      tryThis:
        'ポストバックURLのポート番号を確認してください。ASPがこのサーバーのIPアドレスを許可していない場合もあります。',
    },
    lostConnection: {
      what: '応答の途中で接続が切れました。',
      tryThis: '一時的な障害の可能性があります。続く場合はASPに確認してください。',
    },
    redirect: {
      what: '通知先が別のURLへ転送しました。安全のため、転送先へは送信しません。',
      tryThis:
        'ポストバックURLを転送先のURL（{{location}}）に変更してください。http:// を https:// に変えるだけで済むこともあります。',
    },
    badRequest: {
      what: 'ASPが内容の誤りとして受け付けませんでした（400）。',
      tryThis: 'ポストバックURLのパラメータ名と値をASPの仕様書と照らし合わせてください。',
    },
    unauthorized: {
      what: 'ASPが認証または許可の不足として拒否しました（{{status}}）。',
      tryThis: 'ポストバックURLのキーや、ASPに登録した送信元IPアドレスを確認してください。',
    },
    notFound: {
      what: '通知先のページがありません（{{status}}）。',
      tryThis: 'ポストバックURLのパスをASPの仕様書と照らし合わせてください。',
    },
    tooMany: {
      what: '送信が多すぎるとしてASPが受け付けませんでした（429）。',
      tryThis: '続く場合は、ASPの同時送信数を下げてください。',
    },
    otherClientError: {
      what: 'ASPが通知を受け付けませんでした（{{status}}）。',
      tryThis: '応答の内容を確認し、ASPに問い合わせてください。',
    },
    serverError: {
      what: 'ASPのサーバーでエラーが発生しました（{{status}}）。',
      tryThis: 'ASP側の一時的な障害の可能性があります。続く場合はASPに確認してください。',
    },
    otherAnswer: {
      what: '想定外の応答でした（{{status}}）。',
      tryThis: '応答の内容を確認し、ASPに問い合わせてください。',
    },
    worker: {
      what: '送信中に処理が中断しました。',
      tryThis: 'サーバーの再起動などで起こります。続く場合はサーバーのログを確認してください。',
    },
  },
  emptyValues: {
    what: 'ポストバックURLの {{names}} が空です。',
    xclid:
      'クリック時のリンクに a_xclid が付いていません。媒体に登録したURLが、コンソールに表示される入稿URLと同じか確認してください。',
    other: 'CVまたはクリックでこの値が送られていません。タグやリンクの設定を確認してください。',
  },
  outcome: {
    status: 'HTTP {{status}}',
    noAnswer: '応答なし（{{error}}）',
    took: '{{ms}}ミリ秒',
    request: '送信内容',
    answer: '応答',
    emptyAnswer: '（本文なし）',
  },
  test: {
    send: 'テスト送信',
    state: '伝える承認状況',
    hint: '入力中のポストバックURLへ、架空の値（クリックIDは test-xclid）で1回だけ送信します。成果は作成されません。',
    notAgain: '（テスト送信は再送しません。再送するのは実際の成果通知です。）',
    result: 'テスト送信の結果',
  },
};
