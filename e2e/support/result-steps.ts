import { choose, ON, PRESS, radio, type Step } from './forms';
import {
  AMOUNT_FORMAT,
  atLeast,
  atMost,
  DAY_FORMAT,
  FROM_AFTER_TO,
  NEEDED,
  over,
  REQUIRED,
  tooLong,
  UNKNOWN_NAME,
  URL_FORMAT,
  WHOLE,
} from './messages';

/**
 * Form steps that ads and ad networks share, one attempt after the other: parameters, postbacks, approval,
 * fees.
 */
interface ResultSteps {
  wrong: Step;
  wrongFormats: Step;
  incomplete: Step;
  otherMethod: Step;
  valid: Step;
}

const MACROS = [
  'クリックID（a_xclid）',
  '媒体セッション（a_ses）',
  '媒体管理キー1（a_key1）',
  '媒体管理キー2（a_key2）',
  '媒体管理キー3（a_key3）',
];
const WORDS = ['承認待ちを表す文字列', '承認を表す文字列', '否認を表す文字列'];
const FEE = '期間費用 1 ・ ';

export const resultSteps: ResultSteps = {
  wrong: [
    ...['クリックID', '媒体セッション', '媒体管理キー1', '媒体管理キー2', '媒体管理キー3'].map(
      (name) => [`${name}を受け取る`, ON] as const,
    ),
    ...MACROS.map((name) => [`${name}のマクロ`, over(255), tooLong(255)] as const),
    ['成果通知', radio('有効')],
    ['通知方法', choose('ポストバック')],
    ['ポストバックURL', 'ftp://asp.example/', URL_FORMAT],
    ['自動承認', ON],
    ['最低売上金額で判定する', ON],
    ['最低売上金額', '十万', AMOUNT_FORMAT],
    ['必須の引数で判定する', ON],
    ['必須の引数名', over(1024), tooLong(1024)],
    ['同一IPの重複を除外する', ON],
    ['同一IPの除外日数', '0', atLeast(1)],
    ['同一引数の重複を除外する', ON],
    ['重複を除外する識別子の引数名', over(255), tooLong(255)],
    ...WORDS.map((label) => [label, over(64), tooLong(64)] as const),
    ['期間を追加', PRESS],
    [`${FEE}開始日`, null, REQUIRED],
    [`${FEE}終了日`, null, REQUIRED],
    [`${FEE}金額`, null, REQUIRED],
  ],
  wrongFormats: [
    ...MACROS.map((name) => [`${name}のマクロ`, '{macro}'] as const),
    ['ポストバックURL', 'https://asp.example/?x={foo}', UNKNOWN_NAME],
    ['最低売上金額', '-1', atLeast(0)],
    ['必須の引数名', ''],
    ['同一IPの除外日数', '3651', atMost(3650)],
    ['重複を除外する識別子の引数名', ''],
    ...WORDS.map((label) => [label, ''] as const),
    [`${FEE}開始日`, '2026/02/30', DAY_FORMAT],
    [`${FEE}終了日`, '一月末', DAY_FORMAT],
    [`${FEE}金額`, '1.234', AMOUNT_FORMAT],
  ],
  incomplete: [
    ['ポストバックURL', '', NEEDED],
    ['最低売上金額', ''],
    ['必須の引数名', ''],
    ['同一IPの除外日数', ''],
    ['重複を除外する識別子の引数名', ''],
    [`${FEE}開始日`, '2026/02/01'],
    [`${FEE}終了日`, '2026/01/31', FROM_AFTER_TO],
    [`${FEE}金額`, '３１，０００'],
  ],
  otherMethod: [
    // An error of a field disappears with the field.
    ['ポストバックURL', 'ftp://asp.example/'],
    ['通知方法', choose('CVタグ')],
    ['CVタグ', '<img src="https://asp.example/?x={foo}">', UNKNOWN_NAME],
    ['最低売上金額', '1,000'],
    ['必須の引数名', 'order'],
    ['同一IPの除外日数', '1.5', WHOLE],
    ['重複を除外する識別子の引数名', 'order'],
    [`${FEE}終了日`, '2026/02/28'],
    [`${FEE}金額`, '-1', atLeast(0)],
  ],
  valid: [
    ['CVタグ', '<img src="https://asp.example/?id={xclid}">'],
    ['同一IPの除外日数', '３０'],
    [`${FEE}金額`, '31,000'],
  ],
};
