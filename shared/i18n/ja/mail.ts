/** Texts for failed mails: the reason and what to check. */
export const mail = {
  fault: {
    noSmtp: 'メールサーバー（環境変数 SMTP_URL）が設定されていません。',
    dns: 'メールサーバーの名前が見つかりません（DNS）。SMTP_URL のホスト名を確認してください。',
    refusedConnection:
      'メールサーバーに接続できません（接続拒否）。SMTP_URL のホスト名とポート番号、メールサーバーの稼働を確認してください。',
    lostConnection: 'メールサーバーとの接続が途中で切れました。',
    timeout: 'メールサーバーから、時間内に応答がありませんでした。',
    tls: 'メールサーバーと安全に接続できません（TLS）。証明書と、SMTP_URL の smtp:// と smtps:// の別を確認してください。',
    signIn:
      'メールサーバーへのサインインが拒否されました。SMTP_URL のユーザー名とパスワードを確認してください。',
    sender: 'メールサーバーが差出人を受け付けませんでした。環境変数 MAIL_FROM のアドレスを確認してください。',
    recipient: 'メールサーバーが宛先を受け付けませんでした。宛先のメールアドレスを確認してください。',
    later: 'メールサーバーが一時的に受け付けませんでした。',
    content: 'メールサーバーがメールの内容を受け付けませんでした（大きさや内容の制限）。',
    other: 'メールを送信できませんでした。',
  },
  /** Variants for users who can't change the mail settings. */
  faultOthers: {
    noSmtp: 'メールサーバーが設定されていません。管理者にお知らせください。',
    dns: 'メールサーバーの名前が見つかりません（DNS）。管理者にお知らせください。',
    refusedConnection: 'メールサーバーに接続できません（接続拒否）。管理者にお知らせください。',
    tls: 'メールサーバーと安全に接続できません（TLS）。管理者にお知らせください。',
    signIn: 'メールサーバーへのサインインが拒否されました。管理者にお知らせください。',
    sender: 'メールサーバーが差出人を受け付けませんでした。管理者にお知らせください。',
  },
  /** Label of the mail server's message. */
  said: '原文：{{raw}}',
} as const;
