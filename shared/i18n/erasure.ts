import type { Locale } from './messages';

type Kind =
  | 'visitors'
  | 'customers'
  | 'interactions'
  | 'accesses'
  | 'conversions'
  | 'results'
  | 'notifications'
  | 'withdrawn'
  | 'refusedEvents'
  | 'auditEntries';

/** Texts of an erasure receipt. The screen uses the kind names too. */
interface ErasureTexts {
  readonly title: string;
  readonly number: string;
  readonly product: string;
  readonly subject: string;
  readonly subjects: Readonly<Record<'user' | 'visitor' | 'conversion', string>>;
  readonly digest: string;
  readonly requestedAt: string;
  readonly finishedAt: string;
  readonly by: string;
  readonly status: string;
  readonly done: string;
  readonly underWay: string;
  readonly kinds: Readonly<Record<Kind, string>>;
  readonly notes: readonly string[];
}

export const erasureTexts: Readonly<Record<Locale, ErasureTexts>> = {
  ja: {
    title: '個人データ消去の記録',
    number: '受付番号',
    product: '商品',
    subject: '指定方法',
    subjects: { user: '顧客ID', visitor: '訪問者ID', conversion: 'CV' },
    digest: '照合用ハッシュ（本人のIDではありません）',
    requestedAt: '受付日時',
    finishedAt: '完了日時',
    by: '実行者',
    status: '状態',
    done: '完了',
    underWay: '処理中',
    kinds: {
      visitors: '訪問者ID',
      customers: '顧客ID',
      interactions: '接触',
      accesses: 'アクセス',
      conversions: 'CV',
      results: '成果',
      notifications: '成果通知',
      withdrawn: '送信を取りやめた成果通知',
      refusedEvents: '受付エラー',
      auditEntries: '変更履歴',
    },
    notes: [
      '消去したもの: 訪問者ID・顧客ID（復元できない値に置き換え）、IPアドレス、ユーザーエージェント、ページのURL・参照元・タイトル、クリックID、CVの引数とその他のキー、通知のURL・応答。',
      '残したもの: 件数、金額、日時、広告、成果の状態、イベントのID（重複を防ぐため）、デバイスの種類、ページのドメイン。レポートの数値は変わりません。',
      '外部に渡したデータ（ダウンロード済みのファイル、ASPへ送信済みの通知、バックアップ）は対象外です。',
    ],
  },
  en: {
    title: 'Record of an erasure of personal data',
    number: 'Receipt',
    product: 'Product',
    subject: 'Named by',
    subjects: { user: 'Customer id', visitor: 'Visitor id', conversion: 'Conversion' },
    digest: 'Digest for comparison (not the id itself)',
    requestedAt: 'Requested',
    finishedAt: 'Finished',
    by: 'By',
    status: 'Status',
    done: 'Done',
    underWay: 'Under way',
    kinds: {
      visitors: 'Visitor ids',
      customers: 'Customer ids',
      interactions: 'Contacts',
      accesses: 'Page views',
      conversions: 'Conversions',
      results: 'Results',
      notifications: 'Notifications',
      withdrawn: 'Notifications not sent any more',
      refusedEvents: 'Refused events',
      auditEntries: 'Change history',
    },
    notes: [
      'Erased: visitor and customer ids (replaced by values that lead back to nobody), IP addresses, user agents, addresses, referrers and titles of pages, click ids, args and other keys of conversions, URLs and answers of notifications.',
      'Kept: numbers, amounts, times, ads, states of results, the ids of events (so that none is counted twice), the kind of device, and the domains of pages. Reports say what they said.',
      'What has left the product (downloaded files, notifications sent to ad networks, backups) is not reached.',
    ],
  },
  'zh-CN': {
    title: '个人数据删除记录',
    number: '受理编号',
    product: '产品',
    subject: '指定方式',
    subjects: { user: '客户ID', visitor: '访客ID', conversion: '转化' },
    digest: '核对用哈希（不是本人的ID）',
    requestedAt: '受理时间',
    finishedAt: '完成时间',
    by: '执行人',
    status: '状态',
    done: '已完成',
    underWay: '处理中',
    kinds: {
      visitors: '访客ID',
      customers: '客户ID',
      interactions: '接触',
      accesses: '页面浏览',
      conversions: '转化',
      results: '成果',
      notifications: '成果通知',
      withdrawn: '不再发送的成果通知',
      refusedEvents: '被拒绝的事件',
      auditEntries: '变更记录',
    },
    notes: [
      '已删除：访客ID和客户ID（替换为无法还原的值）、IP地址、用户代理、页面的URL、来源和标题、点击ID、转化的参数和其他键、通知的URL和应答。',
      '保留：件数、金额、时间、广告、成果状态、事件ID（用于防止重复）、设备的种类，以及页面的域名。报表数值不变。',
      '已流出本产品的数据（已下载的文件、已发送给ASP的通知、备份）不在范围内。',
    ],
  },
};
