import { changeMessages } from './changes';
import { resultMessages } from './results';
import { ruleMessages } from './rules';

/** Languages of the product, as named by i18next and Accept-Language. */
export const locales = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];
export const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);

type Message = Readonly<Record<Locale, string>>;

/**
 * Messages of the server to users, in every language. `{name}` is a parameter. English sentences quoted in
 * the specification are verbatim.
 */
export const messages = {
  loginFailed: {
    en: 'Login failed, please check your login information.',
    ja: 'サインインできませんでした。サインイン情報をご確認ください。',
    'zh-CN': '登录失败，请检查您的登录信息。',
  },
  unauthenticated: { en: 'Please sign in.', ja: 'サインインしてください。', 'zh-CN': '请先登录。' },
  ipNotAllowed: {
    en: 'Sign-in is not allowed from this network.',
    ja: 'このネットワークからのサインインは許可されていません。',
    'zh-CN': '不允许从此网络登录。',
  },
  rateLimited: {
    en: 'Too many attempts, please try again later.',
    ja: '試行回数が上限に達しました。しばらくしてからもう一度お試しください。',
    'zh-CN': '尝试次数过多，请稍后再试。',
  },
  noPermission: {
    en: 'no permission to view the data',
    ja: 'データを表示する権限がありません。',
    'zh-CN': '没有查看该数据的权限。',
  },
  noPermissionForConditions: {
    en: 'no permission to view the data for the specified conditions',
    ja: '指定された条件のデータを表示する権限がありません。',
    'zh-CN': '没有查看指定条件数据的权限。',
  },
  forbidden: {
    en: 'no permission for this operation',
    ja: 'この操作を行う権限がありません。',
    'zh-CN': '没有执行此操作的权限。',
  },
  readingOnly: {
    en: 'this token is for reading only',
    ja: 'このトークンは参照専用です。',
    'zh-CN': '此令牌仅供读取。',
  },
  notFound: { en: '404 Not Found', ja: '対象が見つかりません。', 'zh-CN': '未找到目标。' },
  methodNotAllowed: {
    en: 'This method is not allowed here.',
    ja: 'このメソッドは使用できません。',
    'zh-CN': '此处不允许该方法。',
  },
  invalidInput: {
    en: 'Some values are not valid.',
    ja: '入力内容に誤りがあります。',
    'zh-CN': '部分输入内容无效。',
  },
  mustBeObject: {
    en: 'The request body must be an object.',
    ja: 'リクエスト本文はオブジェクトで指定してください。',
    'zh-CN': '请求正文必须是一个对象。',
  },
  invalidJson: {
    en: 'The request body is not valid JSON.',
    ja: 'リクエスト本文が正しいJSONではありません。',
    'zh-CN': '请求正文不是有效的JSON。',
  },
  jsonOnly: {
    en: 'The request body must be sent as application/json.',
    ja: 'リクエスト本文は application/json で送信してください。',
    'zh-CN': '请求正文必须以 application/json 发送。',
  },
  bodyTooLarge: {
    en: 'The request body is too large.',
    ja: 'リクエスト本文が大きすぎます。',
    'zh-CN': '请求正文过大。',
  },
  internalError: {
    en: 'Something went wrong on our side.',
    ja: 'サーバーでエラーが発生しました。',
    'zh-CN': '服务器发生错误。',
  },
  unavailable: {
    en: 'The service is not available right now, please try again.',
    ja: '現在ご利用いただけません。しばらくしてからもう一度お試しください。',
    'zh-CN': '服务暂时不可用，请稍后再试。',
  },
  tookTooLong: {
    en: 'This took too long and was stopped. Please narrow it down, for example to a shorter period.',
    ja: '処理に時間がかかりすぎたため中断しました。期間を短くするなど、条件を絞り込んでからもう一度お試しください。',
    'zh-CN': '处理时间过长，已中止。请缩小范围（例如缩短时间段）后重试。',
  },
  conflict: {
    en: 'The data was changed by someone else.',
    ja: '他のユーザーによってデータが更新されています。',
    'zh-CN': '数据已被他人更改。',
  },
  required: { en: 'required', ja: '入力してください', 'zh-CN': '必填' },
  requiredChoice: { en: 'required', ja: '選択してください', 'zh-CN': '请选择' },
  mustBeInteger: { en: 'must be a whole number', ja: '整数で入力してください', 'zh-CN': '必须是整数' },
  mustBeText: { en: 'must be text', ja: '文字で入力してください', 'zh-CN': '必须是文本' },
  mustBeQuery: {
    en: 'must be a GraphQL query, without mutations',
    ja: 'GraphQLのクエリを指定してください（mutationは含められません）',
    'zh-CN': '必须是GraphQL查询，不能包含mutation',
  },
  mustBeList: { en: 'must be a list', ja: '一覧の形式で指定してください', 'zh-CN': '必须是列表' },
  mustBeNumber: { en: 'must be a number', ja: '数値で入力してください', 'zh-CN': '必须是数字' },
  mustBeBoolean: {
    en: 'must be true or false',
    ja: 'true または false を指定してください',
    'zh-CN': '必须是 true 或 false',
  },
  mustBeDate: {
    en: 'must be a date like 2026/01/31',
    ja: '2026/01/31 の形式で日付を指定してください',
    'zh-CN': '必须是 2026/01/31 格式的日期',
  },
  mustBeDateTime: {
    en: 'must be a date and time like 2026/01/31 12:34:56',
    ja: '2026/01/31 12:34:56 の形式で日時を指定してください',
    'zh-CN': '必须是 2026/01/31 12:34:56 格式的日期时间',
  },
  mustBeOneOf: {
    en: 'must be one of {values}',
    ja: '{values} のいずれかを指定してください',
    'zh-CN': '必须是 {values} 之一',
  },
  minValue: { en: 'minimum value {min}', ja: '{min}以上で入力してください', 'zh-CN': '最小值为 {min}' },
  maxValue: { en: 'maximum value {max}', ja: '{max}以下で入力してください', 'zh-CN': '最大值为 {max}' },
  minLength: {
    en: 'minimum length is {minLength} {minLength, plural(one: character; other: characters)}',
    ja: '{minLength}文字以上で入力してください',
    'zh-CN': '至少输入 {minLength} 个字符',
  },
  maxLength: {
    en: 'maximum length is {maxLength} {maxLength, plural(one: character; other: characters)}',
    ja: '{maxLength}文字以内で入力してください',
    'zh-CN': '最多输入 {maxLength} 个字符',
  },
  fromAfterTo: {
    en: 'the first day is after the last day',
    ja: '開始日が終了日より後になっています',
    'zh-CN': '开始日期晚于结束日期',
  },
  noPlaces: {
    en: 'in this order, pages are told by their number only',
    ja: 'この並び順ではページ番号でのみ移動できます',
    'zh-CN': '按此顺序只能通过页码翻页',
  },
  tooManyPeriods: {
    en: 'more than {max} periods: choose a larger unit or fewer days',
    ja: '期間の数が{max}を超えます。単位を大きくするか、期間を短くしてください',
    'zh-CN': '周期数超过{max}个，请选择更大的单位或缩短期间',
  },
  tooManyRows: {
    en: 'more than {max} rows at once: ask by page, or for fewer',
    ja: '一度に取得できるのは{max}行までです。ページを分けるか、条件を絞ってください',
    'zh-CN': '一次最多{max}行，请分页获取或缩小条件',
  },
  unknownFilter: {
    en: 'there is no filter {name}',
    ja: '{name} という絞り込み条件はありません',
    'zh-CN': '没有名为 {name} 的筛选条件',
  },
  notFilterable: {
    en: 'rows cannot be filtered by {name}',
    ja: '{name} では絞り込めません',
    'zh-CN': '不能按 {name} 筛选',
  },
  unknownField: { en: 'no such field', ja: '存在しない項目です', 'zh-CN': '不存在的字段' },
  viewIsNoReport: {
    en: 'only views of reports go out by mail',
    ja: 'メール配信できるのはレポートのビューだけです',
    'zh-CN': '只有报表视图可以通过邮件发送',
  },
  scheduledAlready: {
    en: 'you send this view already; change that schedule',
    ja: 'このビューの配信はすでに設定されています。その設定を変更してください',
    'zh-CN': '该视图已设置发送，请修改现有设置',
  },
  idempotencyKey: {
    en: 'must be 8 to 64 visible ASCII characters',
    ja: '8〜64文字の半角英数字・記号で指定してください',
    'zh-CN': '请使用8至64个半角字母、数字或符号',
  },
  madeAlready: {
    en: 'This was saved already, with other values. Look for it in the list and change it there.',
    ja: '変更前の内容がすでに登録されています。一覧から開いて編集してください。',
    'zh-CN': '修改前的内容已登记。请在列表中打开并编辑。',
  },
  wrongPassword: {
    en: 'the current password is not correct',
    ja: '現在のパスワードが正しくありません',
    'zh-CN': '当前密码不正确',
  },
  notWritable: {
    en: 'your role may not change this',
    ja: 'この項目を変更する権限がありません',
    'zh-CN': '您的角色无权更改此项',
  },
  ...ruleMessages,
  ...changeMessages,
  ...resultMessages,
} as const satisfies Record<string, Message>;

export type MessageKey = keyof typeof messages;

/** Parameter, or a word that depends on its number: `{count} {count, plural(one: ad; other: ads)}`. */
const PARAMETER = /\{(\w+)(?:, plural\(one: ([^;]+); other: ([^)]+)\))?\}/g;

/**
 * Returns a message in a language with its parameters filled in. Counts are grouped like the console's
 * numbers.
 */
export function messageText(
  key: MessageKey,
  locale: Locale,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return messages[key][locale].replace(PARAMETER, (whole, name: string, one?: string, other?: string) => {
    const given = params[name];
    if (one !== undefined) return String((given === 1 ? one : other) ?? whole);
    return String((name === 'count' ? given?.toLocaleString('en') : given) ?? whole);
  });
}

/**
 * Returns the preferred language of an Accept-Language header by its quality values, or `fallback` if it
 * names none of the product's languages.
 */
export function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of preferences) {
    if (/^ja(-|$)/.test(tag)) return 'ja';
    if (/^zh(-|$)/.test(tag)) return 'zh-CN';
    if (/^en(-|$)/.test(tag)) return 'en';
  }
  return fallback;
}
