/** Messages of the server about settings that can't be changed or deleted, in every language. */
export const changeMessages = {
  changedSince: {
    en: 'changed to {value} by {name}',
    ja: '{name} さんが {value} に変更しました',
    'zh-CN': '{name} 已更改为 {value}',
  },
  currentVersion: {
    en: 'the current version is {version}',
    ja: '現在のバージョンは {version} です',
    'zh-CN': '当前版本为 {version}',
  },
  stillUsed: {
    en: 'It can’t be deleted because other data depends on it. Remove what depends on it first:',
    ja: '関連するデータがあるため削除できません。関連するデータを先に整理してください：',
    'zh-CN': '存在关联数据，无法删除。请先处理关联数据：',
  },
  stillUsedHasStatus: {
    en: 'It can’t be deleted because other data depends on it. Set its status to inactive instead, or remove what depends on it:',
    ja: '関連するデータがあるため削除できません。無効にするか、関連するデータを先に整理してください：',
    'zh-CN': '存在关联数据，无法删除。请改为无效，或先处理关联数据：',
  },
  dependent_ad: {
    en: '{count} {count, plural(one: ad; other: ads)}',
    ja: '広告 {count}件',
    'zh-CN': '广告 {count}条',
  },
  dependent_redirect: {
    en: '{count} {count, plural(one: redirect; other: redirects)}',
    ja: 'リダイレクト {count}件',
    'zh-CN': '重定向 {count}条',
  },
  dependent_user: {
    en: '{count} {count, plural(one: user; other: users)}',
    ja: 'ユーザー {count}件',
    'zh-CN': '用户 {count}位',
  },
  dependent_interaction: {
    en: '{count} {count, plural(one: ad contact; other: ad contacts)} in the log',
    ja: '接触ログ {count}件',
    'zh-CN': '接触日志 {count}条',
  },
  dependent_access: {
    en: '{count} {count, plural(one: page view; other: page views)} in the log',
    ja: 'アクセスログ {count}件',
    'zh-CN': '访问日志 {count}条',
  },
  dependent_result: {
    en: '{count} {count, plural(one: result; other: results)}',
    ja: '成果 {count}件',
    'zh-CN': '成果 {count}条',
  },
  dependent_conversion: {
    en: '{count} {count, plural(one: conversion; other: conversions)} in the log',
    ja: 'CVログ {count}件',
    'zh-CN': 'CV日志 {count}条',
  },
  dependent_mediaCost: {
    en: '{count} {count, plural(one: day; other: days)} of media costs',
    ja: '媒体コスト {count}日分',
    'zh-CN': '媒体费用 {count}天',
  },
  lastAdmin: {
    en: 'The company needs at least one active administrator.',
    ja: '有効な管理者が1名以上必要です。',
    'zh-CN': '至少需要一名有效的管理员。',
  },
  ownCompanyValid: {
    en: 'your own company can’t be made invalid',
    ja: '自社を無効にすることはできません',
    'zh-CN': '不能将自己的公司设为无效',
  },
  neverChanges: { en: 'can’t be changed here', ja: 'ここでは変更できません', 'zh-CN': '不能在此更改' },
  addressNotCalled: {
    en: 'is the address of an internal network, to which nothing is sent; the server’s WEBHOOK_ALLOW allows single ones',
    ja: '社内ネットワークなどの非公開アドレスには送信できません（サーバーの環境変数 WEBHOOK_ALLOW で許可できます）',
    'zh-CN': '不能发送到内部网络等非公开地址（可通过服务器的环境变量 WEBHOOK_ALLOW 允许）',
  },
  noSuchEntry: { en: 'no such entry', ja: '対象の項目が存在しません', 'zh-CN': '该项目不存在' },
  noSuchName: { en: 'there is no “{name}”', ja: '「{name}」は登録されていません', 'zh-CN': '未登记“{name}”' },
  nameNotUnique: {
    en: 'there are several “{name}”',
    ja: '「{name}」が複数登録されています',
    'zh-CN': '存在多个“{name}”',
  },
  notUnique: { en: 'several have this name', ja: '同じ名前のものが複数あります', 'zh-CN': '存在多个同名项' },
  noSuchColumn: {
    en: 'the file has no column “{name}”',
    ja: 'ファイルに「{name}」の列がありません',
    'zh-CN': '文件中没有“{name}”列',
  },
  notYetDay: { en: 'the day is still to come', ja: '今日より後の日付です', 'zh-CN': '日期晚于今天' },
  invalidCount: {
    en: 'must be a whole number from 0 on',
    ja: '0以上の整数で入力してください',
    'zh-CN': '请输入0以上的整数',
  },
  mustNotBeNegative: {
    en: 'must not be negative',
    ja: '負の値です。0以上で入力してください',
    'zh-CN': '不能为负数，请输入0以上的值',
  },
  sameDayBroken: {
    en: 'line {line} of the same ad and day has an error',
    ja: '同じ広告・同じ日の{line}行目に誤りがあります',
    'zh-CN': '同一广告同一天的第{line}行有误',
  },
  brokenTable: {
    en: 'not a table with a header line',
    ja: '見出し行のある表形式ではありません',
    'zh-CN': '不是带标题行的表格',
  },
  workbook: {
    en: 'this is an Excel file; save it as CSV (UTF-8) in Excel, and try again with that file',
    ja: 'Excelファイルは読み込めません。Excelで「CSV UTF-8（コンマ区切り）」形式で保存し、そのファイルでもう一度お試しください',
    'zh-CN': '无法读取Excel文件。请在Excel中另存为“CSV UTF-8（逗号分隔）”格式，然后用该文件重试',
  },
  noDecisions: {
    en: 'the first line has to name the columns Approval status (approval_status) and Result ID (id)',
    ja: '1行目に「承認状況」（approval_status）と「成果ID」（id）の列が必要です',
    'zh-CN': '第1行需要有“审批状态”（approval_status）和“成果ID”（id）列',
  },
  noDecisionsBy: {
    en: 'the first line has to name the column Approval status (approval_status), and Result ID (id) or “{name}”',
    ja: '1行目に「承認状況」（approval_status）の列と、「成果ID」（id）または「{name}」の列が必要です',
    'zh-CN': '第1行需要有“审批状态”（approval_status）列，以及“成果ID”（id）或“{name}”列',
  },
  unknownColumns: {
    en: 'columns not found: {names}. Write column names like “Ad name, Status” in the first line; the template to download has them all',
    ja: '項目名が見つかりません：{names}。1行目に「広告名」「状態」などの項目名を入れてください（すべての項目名は、ダウンロードできるテンプレートにあります）',
    'zh-CN': '找不到列名：{names}。请在第1行填写“广告名称”“状态”等列名（全部列名见可下载的模板）',
  },
  noLines: { en: 'there are no lines in the file', ja: 'ファイルに行がありません', 'zh-CN': '文件中没有行' },
  resetTokenInvalid: {
    en: 'This link is no longer valid. Please ask for a new one.',
    ja: 'このリンクは無効です。もう一度お手続きください。',
    'zh-CN': '此链接已失效，请重新申请。',
  },
  inviteSignedIn: {
    en: 'This user has signed in already and needs no invitation.',
    ja: 'このユーザーはすでにサインインしているため、招待は不要です。',
    'zh-CN': '该用户已登录过，无需邀请。',
  },
  inviteInvalid: {
    en: 'An invalid user can’t be invited.',
    ja: '無効なユーザーは招待できません。',
    'zh-CN': '无法邀请无效的用户。',
  },
  setup_no_domain: {
    en: 'The product has no domain yet.',
    ja: '商品のドメインが未設定です。',
    'zh-CN': '产品尚未设置域名。',
  },
  setup_no_cv_setting: {
    en: 'There is no CV setting yet.',
    ja: 'CV設定がまだありません。',
    'zh-CN': '尚无CV设置。',
  },
  setup_no_ad: {
    en: 'There is no active ad yet.',
    ja: '有効な広告がまだありません。',
    'zh-CN': '尚无有效广告。',
  },
  setup_no_hit: {
    en: 'The tag has not been heard: place the install tag before the closing head of every page. If it is there, a Content-Security-Policy or a consent that was not given may keep it silent.',
    ja: '計測タグからのアクセスがまだありません。全ページの </head> の直前に計測タグを設置してください。設置済みの場合は、CSP（Content-Security-Policy）や同意管理で止められていないかご確認ください。',
    'zh-CN':
      '尚未收到标签的访问：请在每个页面的 </head> 之前放置测量标签。若已放置，请确认是否被 CSP（Content-Security-Policy）或同意管理拦截。',
  },
  setup_only_servers: {
    en: 'Page views come by S2S or import only; the tag itself has not been heard. Place it if the site is to be measured by the tag.',
    ja: 'アクセスはS2S連携または取り込みのみで、計測タグからは届いていません。タグで計測する場合は、サイトに計測タグを設置してください。',
    'zh-CN': '访问仅来自S2S或导入，尚未收到标签的访问。如需通过标签测量，请在网站放置标签。',
  },
  setup_silent_landings: {
    en: 'Clicks arrive over posting URLs, but the pages behind them send nothing: the tag is missing there, or blocked by a Content-Security-Policy or for want of consent.',
    ja: '入稿URLからのクリックは届いていますが、遷移先のページから計測タグのアクセスがありません。遷移先にタグがないか、CSP（Content-Security-Policy）や同意管理で止められています。',
    'zh-CN':
      '已收到投放URL的点击，但落地页没有发送访问：落地页缺少标签，或被 CSP（Content-Security-Policy）、同意管理拦截。',
  },
  setup_wrong_domain: {
    en: 'The tag speaks, but from other domains than the product’s and its crossdomain settings.',
    ja: '計測タグは動作していますが、商品のドメインやクロスドメイン設定にないドメインからのアクセスです。',
    'zh-CN': '标签已工作，但访问来自产品域名与跨域设置之外的域名。',
  },
  setup_only_excluded: {
    en: 'All recent page views of the tag are excluded (excluded addresses or bots).',
    ja: '計測タグからの最近のアクセスは、すべて除外対象（除外IPまたはボット）です。',
    'zh-CN': '标签的近期访问均被排除（排除IP或机器人）。',
  },
  setup_wrong_order: {
    en: 'Conversions come from pages without a page view before: place the tag on every page, and before the conversion is pushed.',
    ja: 'アクセスの記録がないままCVが届いています。計測タグを全ページに、CVタグより前に設置してください。',
    'zh-CN': '转化到达之前没有访问记录：请在所有页面放置标签，并放在转化标签之前。',
  },
  setup_no_click: {
    en: 'No click has come over a posting URL yet.',
    ja: '入稿URLからのクリックがまだありません。',
    'zh-CN': '尚未收到来自投放URL的点击。',
  },
  setup_no_conversion: {
    en: 'No conversion has come yet.',
    ja: 'CVがまだ計測されていません。',
    'zh-CN': '尚未收到CV。',
  },
  setup_bad_events: {
    en: 'Some events of the last seven days were refused; see the reasons.',
    ja: '直近7日間に受け付けられなかったイベントがあります。理由をご確認ください。',
    'zh-CN': '最近7天有被拒绝的事件，请查看原因。',
  },
} as const;
