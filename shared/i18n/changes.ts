/** What the server says when a setting can't be changed or deleted, in every language. */
export const changeMessages = {
  changedSince: {
    en: 'changed to {value} by {name}',
    ja: '{name} さんが {value} に変更しました',
    'zh-CN': '{name} 已更改为 {value}',
  },
  currentVersion: { en: 'the current version is {version}', ja: '現在のバージョンは {version} です', 'zh-CN': '当前版本为 {version}' },
  stillUsed: {
    en: 'It can’t be deleted because other data depends on it; set its status to invalid instead, or remove what depends on it:',
    ja: '関連するデータがあるため削除できません。無効にするか、関連するデータを先に整理してください：',
    'zh-CN': '存在关联数据，无法删除。请改为无效，或先处理关联数据：',
  },
  dependent_ad: { en: '{count} ads', ja: '広告 {count}件', 'zh-CN': '广告 {count}条' },
  dependent_redirect: { en: '{count} redirects', ja: 'リダイレクト {count}件', 'zh-CN': '重定向 {count}条' },
  dependent_user: { en: '{count} users', ja: 'ユーザー {count}件', 'zh-CN': '用户 {count}位' },
  dependent_interaction: { en: '{count} ad contacts in the log', ja: '接触ログ {count}件', 'zh-CN': '接触日志 {count}条' },
  dependent_access: { en: '{count} page views in the log', ja: 'アクセスログ {count}件', 'zh-CN': '访问日志 {count}条' },
  dependent_conversion: { en: '{count} conversions in the log', ja: 'CVログ {count}件', 'zh-CN': 'CV日志 {count}条' },
  lastAdmin: {
    en: 'The company needs at least one valid administrator.',
    ja: '有効な管理者が1名以上必要です。',
    'zh-CN': '至少需要一名有效的管理员。',
  },
  locksYouOut: {
    en: 'your own address {ip} would be locked out',
    ja: '現在接続しているIPアドレス {ip} からサインインできなくなります',
    'zh-CN': '您当前的IP地址 {ip} 将无法登录',
  },
  noSuchEntry: { en: 'no such entry', ja: '対象の項目が存在しません', 'zh-CN': '该项目不存在' },
  notUnique: { en: 'several have this name', ja: '同じ名前のものが複数あります', 'zh-CN': '存在多个同名项' },
  brokenTable: { en: 'not a table with a header line', ja: '見出し行のある表形式ではありません', 'zh-CN': '不是带标题行的表格' },
  resetTokenInvalid: {
    en: 'This link is no longer valid. Please ask for a new one.',
    ja: 'このリンクは無効です。もう一度お手続きください。',
    'zh-CN': '此链接已失效，请重新申请。',
  },
} as const;
