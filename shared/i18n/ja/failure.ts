/** Failure texts, for failures without their own message. */
export const failure = {
  missing: '対象が見つかりません',
  unreachable: 'サーバーに接続できませんでした。通信環境を確認して、もう一度お試しください。',
  codeLost:
    '必要なプログラムを読み込めず、開けませんでした。通信環境を確認し、入力中の内容があれば保存してから、ページを再読み込みしてください。',
  serverFailed: 'サーバーでエラーが発生しました（{{status}}）。しばらくしてから、もう一度お試しください。',
  /** Variants for screens with unsaved input. */
  inputKept: {
    unreachable:
      'サーバーに接続できませんでした。入力内容はそのまま残っています。通信環境を確認して、もう一度お試しください。',
    serverFailed:
      'サーバーでエラーが発生しました（{{status}}）。入力内容はそのまま残っています。しばらくしてから、もう一度お試しください。',
  },
};
