import type { Locale } from './messages';

/**
 * Data that a visitor's browser sends to a recipient. Each item is really sent by the tag, its requests or an
 * ad network's tag.
 */
export const sentItems = [
  'page',
  'referrer',
  'title',
  'visitorId',
  'interactionId',
  'time',
  'conversion',
  'siteValues',
  'address',
  'clickId',
  'mediaKeys',
  'order',
  'customerId',
  'amount',
  'result',
  'cookies',
] as const;
export type SentItem = (typeof sentItems)[number];

export const privacyNoticeKinds = ['own_tag', 'measurement_tag', 'cv_tag'] as const;
export type PrivacyNoticeKind = (typeof privacyNoticeKinds)[number];

interface PrivacyNoticeTexts {
  readonly title: string;
  readonly lead: string;
  readonly head: {
    readonly recipient: string;
    readonly hosts: string;
    readonly items: string;
    readonly purpose: string;
  };
  readonly items: Readonly<Record<SentItem, string>>;
  readonly purposes: Readonly<Record<PrivacyNoticeKind, string>>;
  readonly self: (company: string) => string;
  readonly noHost: string;
  readonly check: string;
}

export const privacyNoticeTexts: Readonly<Record<Locale, PrivacyNoticeTexts>> = {
  ja: {
    title: '利用者情報の外部送信について',
    lead: '当サイトでは、ご覧になった方のブラウザーから、次の送信先に情報が送信されます。',
    head: { recipient: '送信先', hosts: '送信先のドメイン', items: '送信される情報', purpose: '利用目的' },
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
    self: (company) => `${company}（広告効果測定）`,
    noHost: '（タグにドメインの記載なし）',
    check:
      '設置されている計測タグの設定から作成しています。このタグが読み込む先のプログラムがさらに送信する情報は、送信先ごとにご確認ください。計測への同意を取り消す手段をサイトに設けている場合は、その方法を書き添えてください。法令上の要件を満たすことを保証するものではありません。',
  },
  en: {
    title: 'Information that this site sends to others',
    lead: 'While you visit this site, your browser sends information to the following recipients.',
    head: { recipient: 'Recipient', hosts: 'Domains', items: 'What is sent', purpose: 'Purpose' },
    items: {
      page: 'address of the page viewed',
      referrer: 'address of the page before',
      title: 'title of the page',
      visitorId: 'an id of the browser (kept in a cookie and web storage)',
      interactionId: 'an id of the contact with an ad',
      time: 'time of the view or action',
      conversion: 'kind of conversion (purchase, application), arguments such as an order number, and amount',
      siteValues: 'values that the site gives, such as a customer id',
      address: 'IP address, browser and device (user agent)',
      clickId: 'click id of the ad',
      mediaKeys: 'the medium’s own parameters',
      order: 'arguments such as an order number, and other keys',
      customerId: 'customer id',
      amount: 'amount',
      result: 'ids of result and conversion, time, ad id, approval state',
      cookies: 'cookies that the recipient keeps on its own domain',
    },
    purposes: {
      own_tag: 'Measuring the effect of ads, analysing the way to a purchase or application',
      measurement_tag: 'Measuring visits from ads (confirming results, measuring the effect of ads)',
      cv_tag: 'Confirming purchases and applications that ads brought, computing commissions',
    },
    self: (company) => `${company} (measuring of ads)`,
    noHost: '(the tag names no domain)',
    check:
      'Made from the settings of the measuring tags in place. What programs that these tags load send in turn is to be checked with each recipient. Where your site lets visitors withdraw consent to measuring, add how. This is no promise that legal requirements are met.',
  },
  'zh-CN': {
    title: '关于向外部发送用户信息',
    lead: '您浏览本网站时，浏览器会向以下接收方发送信息。',
    head: { recipient: '接收方', hosts: '接收方域名', items: '发送的信息', purpose: '使用目的' },
    items: {
      page: '浏览页面的URL',
      referrer: '来源URL',
      title: '页面标题',
      visitorId: '识别浏览器的ID（保存在Cookie和Web存储中）',
      interactionId: '识别广告接触的ID',
      time: '浏览或操作的时间',
      conversion: '转化（购买、申请等）的类型、订单号等参数和金额',
      siteValues: '网站指定的客户ID等值',
      address: 'IP地址、浏览器和设备信息（用户代理）',
      clickId: '广告的点击ID',
      mediaKeys: '媒体的管理参数',
      order: '订单号等参数和其他键',
      customerId: '客户ID',
      amount: '金额',
      result: '成果和转化的标识、时间、广告ID、审批状态',
      cookies: '接收方保存在自身域名下的Cookie',
    },
    purposes: {
      own_tag: '测量广告效果，分析到达购买或申请的路径',
      measurement_tag: '测量来自广告的访问（确认成果、测量广告效果）',
      cv_tag: '确认广告带来的购买或申请，计算佣金',
    },
    self: (company) => `${company}（广告效果测量）`,
    noHost: '（标签中未写明域名）',
    check:
      '根据已设置的测量标签生成。这些标签加载的程序进一步发送的信息，请向各接收方确认。如网站提供撤回测量同意的方式，请补充说明。本文不保证满足法律要求。',
  },
};
