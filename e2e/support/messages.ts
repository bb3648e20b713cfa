/** Error messages of forms. */
export const REQUIRED = '入力してください';
export const CHOOSE = '選択してください';
export const CHOOSE_ONE = '1つ以上選択してください';
export const NEEDED = 'この設定では入力が必要です';
export const URL_FORMAT = 'URLの形式が正しくありません';
export const IP_FORMAT = 'IPアドレスの形式が正しくありません';
export const DOMAIN_FORMAT = 'ドメインの形式が正しくありません';
export const EMAIL_FORMAT = 'メールアドレスの形式が正しくありません';
export const PHONE_FORMAT = '電話番号の形式が正しくありません';
export const MONEY_FORMAT = '整数部8桁以内、小数点以下2桁以内で入力してください';
export const AMOUNT_FORMAT = '1兆円以内、小数点以下2桁以内で入力してください';
export const DAY_FORMAT = '2026/01/31 の形式で日付を指定してください';
export const FROM_AFTER_TO = '開始日が終了日より後になっています';
export const WHOLE = '整数で入力してください';
export const POSITIVE = '正の整数で入力してください';
export const UNKNOWN_NAME = '使用できない置換文字列です：{foo}';
export const TAKEN = 'すでに使用されています';
export const tooLong = (max: number): string => `${max}文字以内で入力してください`;
export const atLeast = (min: number): string => `${min}以上で入力してください`;
export const atMost = (max: number): string => `${max}以下で入力してください`;

/** Returns one character more than the bound. */
export const over = (max: number): string => 'あ'.repeat(max + 1);
