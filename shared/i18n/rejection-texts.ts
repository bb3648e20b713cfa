type Language = 'en' | 'ja' | 'zh-CN';

/** Reason of a rejected event with its translations; `{0}`, `{1}` are the pattern's groups. */
interface RejectionText extends Readonly<Record<Language, string>> {
  readonly reason: RegExp;
}

const rejectionTexts: readonly RejectionText[] = [
  { reason: /^ad_invalid$/, en: 'The ad is inactive', ja: '広告が無効です', 'zh-CN': '广告无效' },
  {
    reason: /^asp_invalid$/,
    en: 'The ad network (ASP) is inactive',
    ja: 'ASPが無効です',
    'zh-CN': 'ASP无效',
  },
  // Rows written by 0.1.0 use out_of_period.
  {
    reason: /^(?:ad_outside_period|out_of_period)$/,
    en: 'Outside the ad’s period',
    ja: '広告の掲載期間外です',
    'zh-CN': '不在广告期间内',
  },
  { reason: /^(\S+) is missing$/, en: '{0} is missing', ja: '{0} がありません', 'zh-CN': '缺少 {0}' },
  {
    reason: /^(\S+) must be text$/,
    en: '{0} must be text',
    ja: '{0} は文字列で指定してください',
    'zh-CN': '{0} 必须是文本',
  },
  {
    reason: /^(\S+) must be a number$/,
    en: '{0} must be a number',
    ja: '{0} は数値で指定してください',
    'zh-CN': '{0} 必须是数字',
  },
  {
    reason: /^(\S+) must be a positive whole number$/,
    en: '{0} must be a positive whole number',
    ja: '{0} は正の整数で指定してください',
    'zh-CN': '{0} 必须是正整数',
  },
  {
    reason: /^(\S+) must not be negative$/,
    en: '{0} must not be negative',
    ja: '{0} に負の値は指定できません',
    'zh-CN': '{0} 不能为负数',
  },
  {
    reason: /^(\S+) must not exceed (\d+)$/,
    en: '{0} must not exceed {1}',
    ja: '{0} は {1} 以下で指定してください',
    'zh-CN': '{0} 不能超过 {1}',
  },
  {
    reason: /^(\S+) must have at most two decimals$/,
    en: '{0} must have at most two decimals',
    ja: '{0} は小数第2位までです',
    'zh-CN': '{0} 最多两位小数',
  },
  {
    reason: /^(\S+) must be ISO 8601 with T$/,
    en: '{0} must be ISO 8601 with T',
    ja: '{0} はTを含むISO 8601形式で指定してください',
    'zh-CN': '{0} 必须是带T的ISO 8601格式',
  },
  {
    reason: /^(\S+) is more than 5 minutes ahead$/,
    en: '{0} is more than 5 minutes ahead',
    ja: '{0} が5分以上先の日時です',
    'zh-CN': '{0} 超前5分钟以上',
  },
  {
    reason: /^(\S+) is not an IP address$/,
    en: '{0} is not an IP address',
    ja: '{0} がIPアドレスではありません',
    'zh-CN': '{0} 不是IP地址',
  },
  {
    reason: /^(\S+) is longer than (\d+) characters$/,
    en: '{0} is longer than {1} characters',
    ja: '{0} が{1}文字を超えています',
    'zh-CN': '{0} 超过{1}个字符',
  },
  {
    reason: /^(\S+) is not valid Unicode$/,
    en: '{0} is not valid Unicode',
    ja: '{0} に不正な文字が含まれています',
    'zh-CN': '{0} 含有无效字符',
  },
  {
    reason: /^ad_id (\d+) is not an ad of the product$/,
    en: 'The product has no ad {0}',
    ja: '商品に広告 {0} がありません',
    'zh-CN': '产品没有广告 {0}',
  },
  {
    reason: /^cv_setting_id (\d+) is not a CV setting of the product$/,
    en: 'The product has no CV setting {0}',
    ja: '商品にCV設定 {0} がありません',
    'zh-CN': '产品没有CV设置 {0}',
  },
  {
    reason: /^cv_setting_id is missing and the product has not exactly one LAST setting$/,
    en: 'cv_setting_id is missing, and the product has not exactly one LAST setting',
    ja: 'cv_setting_id がなく、商品のLAST設定も1件ではありません',
    'zh-CN': '缺少 cv_setting_id，且产品的LAST设置不止一个或没有',
  },
  {
    reason: /^(\S+) is not known, so that the visitor is missing$/,
    en: '{0} is not known, so the visitor can’t be told',
    ja: '{0} が未登録のため、訪問者を特定できません',
    'zh-CN': '{0} 未知，无法确定访客',
  },
  {
    reason: /^ad_name is not an ad of the product$/,
    en: 'The product has no ad of this ad_name',
    ja: '商品に ad_name と同じ名前の広告がありません',
    'zh-CN': '产品没有与 ad_name 同名的广告',
  },
  {
    reason: /^ad_name is borne by several ads$/,
    en: 'Several ads are called by this ad_name',
    ja: 'ad_name と同じ名前の広告が複数あります',
    'zh-CN': '有多个与 ad_name 同名的广告',
  },
  {
    reason: /^product_id (\d+) is unknown$/,
    en: 'The product {0} is not known',
    ja: '商品 {0} が見つかりません',
    'zh-CN': '未找到产品 {0}',
  },
  {
    reason: /^visitor_id is missing, and neither interaction_id nor user_id stands for it$/,
    en: 'visitor_id is missing, and neither interaction_id nor user_id stands for it',
    ja: 'visitor_id がなく、代わりになる interaction_id・user_id もありません',
    'zh-CN': '缺少 visitor_id，也没有可代替的 interaction_id 或 user_id',
  },
  {
    reason: /^the (?:body|line) is not JSON$/,
    en: 'It is not JSON',
    ja: 'JSONとして読み取れません',
    'zh-CN': '不是JSON',
  },
  {
    reason: /^the (?:event|line) is not an object$/,
    en: 'It is not a JSON object',
    ja: 'JSONオブジェクトではありません',
    'zh-CN': '不是JSON对象',
  },
  {
    reason: /^the event is nested deeper than (\d+) levels$/,
    en: 'It is nested deeper than {0} levels',
    ja: '入れ子が{0}段を超えています',
    'zh-CN': '嵌套超过{0}层',
  },
  {
    reason: /^time lies before (\S+): earlier days of the product are sealed$/,
    en: 'It happened before {0}: the raw logs of earlier days are deleted, and their figures are closed',
    ja: '{0} より前の日の記録です。生ログの保存期間を過ぎて締め切られているため、受け付けません',
    'zh-CN': '发生在 {0} 之前：原始日志已超过保存期限，当日数据已封存，不再接收',
  },
  {
    reason: /^type must be (.+)$/,
    en: 'type must be {0}',
    ja: 'type は {0} で指定してください',
    'zh-CN': 'type 必须是 {0}',
  },
];

/** Translates a stored reason; one without a translation stays as it is. */
export function translateRejection(reason: string, language: string): string {
  const tag: Language = language === 'ja' || language === 'zh-CN' ? language : 'en';
  for (const text of rejectionTexts) {
    const match = text.reason.exec(reason);
    if (match)
      return text[tag].replace(/\{(\d)\}/g, (_whole, place: string) => match[Number(place) + 1] ?? '');
  }
  return reason;
}
