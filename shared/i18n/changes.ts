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
  ownCompanyValid: {
    en: 'your own company can’t be made invalid',
    ja: '自社を無効にすることはできません',
    'zh-CN': '不能将自己的公司设为无效',
  },
  neverChanges: { en: 'can’t be changed here', ja: 'ここでは変更できません', 'zh-CN': '不能在此更改' },
  noSuchEntry: { en: 'no such entry', ja: '対象の項目が存在しません', 'zh-CN': '该项目不存在' },
  notUnique: { en: 'several have this name', ja: '同じ名前のものが複数あります', 'zh-CN': '存在多个同名项' },
  brokenTable: { en: 'not a table with a header line', ja: '見出し行のある表形式ではありません', 'zh-CN': '不是带标题行的表格' },
  resetTokenInvalid: {
    en: 'This link is no longer valid. Please ask for a new one.',
    ja: 'このリンクは無効です。もう一度お手続きください。',
    'zh-CN': '此链接已失效，请重新申请。',
  },
  setup_no_domain: { en: 'The product has no domain yet.', ja: '商品のドメインが未設定です。', 'zh-CN': '商品尚未设置域名。' },
  setup_no_cv_setting: { en: 'There is no CV setting yet.', ja: 'CV設定がまだありません。', 'zh-CN': '尚无CV设置。' },
  setup_no_ad: { en: 'There is no valid ad yet.', ja: '有効な広告がまだありません。', 'zh-CN': '尚无有效广告。' },
  setup_no_hit: {
    en: 'Waiting for the first hit: place the install tag before the closing head of every page.',
    ja: '最初のアクセスを待っています。全ページの </head> の直前に計測タグを設置してください。',
    'zh-CN': '正在等待首次访问：请在每个页面的 </head> 之前放置安装代码。',
  },
  setup_wrong_domain: {
    en: 'The tag speaks, but from other domains than the product’s and its crossdomain settings.',
    ja: '計測タグは動作していますが、商品のドメインやクロスドメイン設定にないドメインからのアクセスです。',
    'zh-CN': '代码已工作，但访问来自商品域名与跨域设置之外的域名。',
  },
  setup_only_excluded: {
    en: 'All recent page views are excluded (excluded addresses or bots).',
    ja: '最近のアクセスはすべて除外対象（除外IPまたはボット）です。',
    'zh-CN': '近期访问均被排除（排除IP或机器人）。',
  },
  setup_no_click: { en: 'No click has come over a posting URL yet.', ja: '入稿URLからのクリックがまだありません。', 'zh-CN': '尚未收到来自投放URL的点击。' },
  setup_no_conversion: { en: 'No conversion has come yet.', ja: 'CVがまだ計測されていません。', 'zh-CN': '尚未收到CV。' },
  setup_bad_events: {
    en: 'Some events of the last seven days were refused; see the reasons.',
    ja: '直近7日間に受け付けられなかったイベントがあります。理由をご確認ください。',
    'zh-CN': '最近7天有被拒绝的事件，请查看原因。',
  },
} as const;
