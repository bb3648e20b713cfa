/** The notice of a site about data that its visitors’ browsers send to others. */
export const privacyNotice = {
  title: '利用者情報の外部送信について',
  lead: '当サイトでは、ご覧になった方のブラウザーから、次の送信先に情報が送信されます。',
  head: {
    recipient: '送信先',
    hosts: '送信先のドメイン',
    items: '送信される情報',
    purpose: '利用目的',
  },
  items: {
    page: '閲覧したページのURL',
    referrer: '参照元のURL',
    title: 'ページのタイトル',
    visitorId: 'ブラウザーを識別するID（CookieとWebストレージに保存）',
    interactionId: '広告の接触を識別するID',
    time: '閲覧・操作の日時',
    conversion: 'CV（購入・申込など）の種別と注文番号などの引数・金額',
    siteValues: 'サイトが指定した顧客IDなどの値',
    address: 'IPアドレス、ブラウザー・端末の情報（ユーザーエージェント）',
    clickId: '広告のクリックID',
    mediaKeys: '媒体の管理用パラメータ',
    order: '注文番号などの引数・その他のキー',
    customerId: '顧客ID',
    amount: '金額',
    result: '成果・CVの識別子、日時、広告ID、承認状況',
    cookies: '送信先が自身のドメインに保存したCookie',
  },
  purposes: {
    own_tag: '広告の効果測定、購入・申込に至る経路の分析',
    measurement_tag: '広告からの訪問の計測（成果の確認と広告効果の測定）',
    cv_tag: '広告による購入・申込の確認、成果報酬の算定',
  },
  noHost: '（タグにドメインの記載なし）',
  check:
    '設置されている計測タグの設定から作成しています。このタグが読み込む先のプログラムがさらに送信する情報は、送信先ごとにご確認ください。計測への同意を取り消す手段をサイトに設けている場合は、その方法を書き添えてください。法令上の要件を満たすことを保証するものではありません。',
  self: '{{company}}（広告効果測定）',
};
