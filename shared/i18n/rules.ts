/**
 * Messages for values that break a field's rule, in every language; shared by forms and server. The English
 * sentences are those of the specification.
 */
export const ruleMessages = {
  positiveInteger: {
    en: 'must be a positive integer',
    ja: '正の整数で入力してください',
    'zh-CN': '必须是正整数',
  },
  invalidEmail: {
    en: 'invalid email format',
    ja: 'メールアドレスの形式が正しくありません',
    'zh-CN': '邮箱格式不正确',
  },
  invalidPhone: {
    en: 'invalid phone format',
    ja: '電話番号の形式が正しくありません',
    'zh-CN': '电话号码格式不正确',
  },
  invalidIp: {
    en: 'invalid IP format',
    ja: 'IPアドレスの形式が正しくありません',
    'zh-CN': 'IP地址格式不正确',
  },
  invalidDomain: {
    en: 'invalid domain format',
    ja: 'ドメインの形式が正しくありません',
    'zh-CN': '域名格式不正确',
  },
  publicSuffix: {
    en: 'anybody can register names below this domain; enter your own',
    ja: '誰でも取得できる共用のドメインです。自社のドメインを入力してください',
    'zh-CN': '这是任何人都可注册的公共域名，请输入自有域名',
  },
  invalidUrl: { en: 'invalid URL format', ja: 'URLの形式が正しくありません', 'zh-CN': 'URL格式不正确' },
  notMatch: { en: 'not match', ja: '一致しません', 'zh-CN': '不一致' },
  passwordMismatch: {
    en: 'confirm password does not match the password',
    ja: '確認用パスワードが一致しません',
    'zh-CN': '确认密码与密码不一致',
  },
  invalidCvCost: {
    en: 'invalid cv cost format',
    ja: '整数部8桁以内、小数点以下2桁以内で入力してください',
    'zh-CN': '整数部分最多8位，小数最多2位',
  },
  noFreeSlot: {
    en: 'all {max} slots of this type are taken',
    ja: 'この種類の枠（{max}個）はすべて使用中です',
    'zh-CN': '该类型的 {max} 个栏位均已占用',
  },
  invalidMoney: {
    en: 'must be an amount up to 10^12 yen with at most two decimals',
    ja: '1兆円以内、小数点以下2桁以内で入力してください',
    'zh-CN': '请输入不超过10^12日元、小数最多2位的金额',
  },
  onlyOne: {
    en: 'give only one of them',
    ja: 'いずれか1つだけ指定してください',
    'zh-CN': '请只指定其中一项',
  },
  sharedId: {
    en: 'more than {max} browsers hang on this id: it is shared by several people, name a visitor instead',
    ja: '{max}件を超える訪問者に結び付いているため、共用のIDと考えられます。訪問者IDで指定してください',
    'zh-CN': '该ID关联超过{max}位访客，可能为共用ID，请改用访客ID指定',
  },
  noUsualRange: {
    en: 'a measure that may be negative has no usual range; compare it with a value',
    ja: 'マイナスになり得る項目は「いつもと違うとき」で判定できません。値との比較を選択してください',
    'zh-CN': '可能为负的指标无法按“偏离正常范围”判断，请选择与数值比较',
  },
  chooseAtLeastOne: { en: 'choose at least one', ja: '1つ以上選択してください', 'zh-CN': '请至少选择一项' },
  unknownPlaceholder: {
    en: 'unknown placeholder: {names}',
    ja: '使用できない置換文字列です：{names}',
    'zh-CN': '无法使用的占位符：{names}',
  },
  ratesMustMake100: {
    en: 'the deliver ratios must total 100 %',
    ja: '配信割合の合計を100%にしてください',
    'zh-CN': '投放比例合计必须为100%',
  },
  tooMany: {
    en: 'at most {max} {max, plural(one: entry; other: entries)}',
    ja: '{max}件以内で登録してください',
    'zh-CN': '最多{max}项',
  },
  tooManyValues: {
    en: 'at most {max} {max, plural(one: value; other: values)}',
    ja: '{max}件以内で指定してください',
    'zh-CN': '最多指定{max}个',
  },
  alreadyUsed: { en: 'already in use', ja: 'すでに使用されています', 'zh-CN': '已被使用' },
  invalidCostChanges: {
    en: 'must be like 12:-20p,15:50000y (row, percent or yen; from -100 to 10000 %, each row once, at most {max} rows)',
    ja: '12:-20p,15:50000y（行:増減、pは%、yは円）の形式で、-100〜10000%、行の重複なし、{max}行以内で指定してください',
    'zh-CN':
      '请按 12:-20p,15:50000y（行:增减，p为%，y为日元）的格式指定，范围-100〜10000%，行不可重复，最多{max}行',
  },
  moreThanThereIs: {
    en: 'takes more than the cost that there is: {rows}',
    ja: '現在の費用を超える減額です：{rows}',
    'zh-CN': '减少额超过现有费用：{rows}',
  },
  invalidPeriod: {
    en: 'must be one of {values}, or days like 2026-01-01_2026-01-31',
    ja: '{values} のいずれか、または 2026-01-01_2026-01-31 の形式で指定してください',
    'zh-CN': '必须是 {values} 之一，或 2026-01-01_2026-01-31 格式的日期范围',
  },
  requiredForThisChoice: {
    en: 'required for this choice',
    ja: 'この設定では入力が必要です',
    'zh-CN': '此设置下必须填写',
  },
} as const;
