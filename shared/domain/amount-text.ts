/** Longest text that is read; a longer one is a page, not an amount. */
export const MAX_AMOUNT_TEXT = 200;

/** Highest amount in yen. */
const MAX_YEN = 10n ** 13n;

/** An amount as a page wrote it: yen if it could be read, else the text. */
export interface ReadAmount {
  /** Yen with at most two decimals; 0 for an unread text. */
  readonly amount: number;
  /** The text as given, at most `MAX_AMOUNT_TEXT` characters; null if it was read. */
  readonly amountText: string | null;
}

const NUMBER = String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.\d+)?`;
/** A number with its parts of 億 and 万, and the text on both sides. */
const AMOUNT = new RegExp(
  String.raw`^(?<before>\D*?)(?:(?<oku>${NUMBER})億)?(?:(?<man>${NUMBER})万)?(?<ones>${NUMBER})?(?<after>(?!\d)\D*)$`,
  'u',
);

const YEN_SIGN = String.raw`[¥\\]`;
const YEN_BEFORE = new RegExp(
  String.raw`(?:(?<![a-z])(?:jp)?${YEN_SIGN}|(?<![a-z])(?:jpy|yen)|円)[\s:]*$`,
  'iu',
);
const YEN_AFTER = new RegExp(String.raw`^\s*(?:円|${YEN_SIGN}|(?:jpy|yen)(?![a-z]))`, 'iu');

/** Signs, dashes used as one, and the wave of a range. The long vowel of a katakana word is none. */
const SIGN = String.raw`(?:[-+±~〜▲△▼▽‐-―−⁻₋]|(?<![ァ-ヺー])ー|マイナス|プラス|minus|plus)`;
const SIGN_BEFORE = new RegExp(String.raw`${SIGN}[\s(]*$`, 'iu');
const SIGN_AFTER = new RegExp(String.raw`^[\s.,)]*${SIGN}`, 'iu');

/** Text that makes the digits part of another number, word or quantity: `No.1`, `5k`, `3千`, `10%`, `2点`. */
const JOINED_BEFORE = /[a-z.,'_/#\p{N}十百千萬万亿億兆]$/iu;
const JOINED_AFTER = /^(?:[a-z'_/%‰割分時月日年点個枚件名回倍十百千萬万亿億兆京]|ポイント|[.,]\S)/iu;

/** Any currency sign but yen's, and words in scripts of other countries, anywhere in the text. */
const FOREIGN =
  /(?!¥)\p{Sc}|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hangul}\p{Script=Thai}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Devanagari}]/u;
const CODES = [
  'usd|eur|gbp|cny|cnh|rmb|krw|twd|ntd|hkd|sgd|thb|aud|cad|nzd|chf|inr|idr|myr|php|vnd|rub|brl|mxn|zar|try|sek|nok|dkk',
  'pln|czk|huf|ils|aed|sar|btc|eth|dollars?|euros?|pounds?|yuan|won|baht|rupees?|cents?|francs?|pesos?|rou?bles?|dong',
  'liras?|rand|reais|kron[ae]r?|zloty|kr|zł|kč|rs|rp|rm|points?|pts?|coins?|miles?',
].join('|');
const WORDS =
  'ドル|ユーロ|ポンド|ウォン|人民元|人民[币幣]|[港台][币幣]|元|圆|圓|塊|块|美金|英[镑鎊]|フラン|ルピー|バーツ|ペソ|ドン|リラ|ルーブル|セント|リンギット|ルピア';
const COUNTRIES =
  '(?:[米美豪加港台新韓韩欧歐]|香港|台湾|新台湾|us|カナダ|オーストラリア|シンガポール|ニュージーランド|スイス)?';
const CODE_BEFORE = new RegExp(String.raw`(?<![a-z])(?:${CODES}|cn)[\s:]*${YEN_SIGN}?[\s:]*$`, 'iu');
const WORD_BEFORE = new RegExp(String.raw`(?:${WORDS})[\s:]*$`, 'iu');
const OTHER_AFTER = new RegExp(String.raw`^\s*(?:(?:${CODES})(?![a-z])|${COUNTRIES}(?:${WORDS}))`, 'iu');

/** Scales a decimal number of the text to 1/100 yen; undefined if it has smaller parts. */
function senOf(text: string, factor: bigint): bigint | undefined {
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.');
  const scaled = BigInt(whole + decimals) * factor * 100n;
  const divisor = 10n ** BigInt(decimals.length);
  return scaled % divisor === 0n ? scaled / divisor : undefined;
}

/** Adds up the parts of a number such as 1億2,000万. A lower part must be smaller than the unit above it. */
function addUp(parts: readonly { text: string | undefined; unit: bigint }[]): bigint | undefined {
  const given = parts.flatMap(({ text, unit }) => (text === undefined ? [] : [{ text, unit }]));
  let sum = 0n;
  for (const [i, { text, unit }] of given.entries()) {
    const sen = senOf(text, unit);
    const above = given[i - 1];
    if (sen === undefined || (above && (above.text.includes('.') || sen >= above.unit * 100n)))
      return undefined;
    sum += sen;
  }
  return given.length > 0 ? sum : undefined;
}

function isPlainYen(before: string, after: string): boolean {
  const isYen = YEN_BEFORE.test(before) || YEN_AFTER.test(after);
  const [left, right] = [before.replace(YEN_BEFORE, ''), after.replace(YEN_AFTER, '')];
  // Accountants write a negative number in parentheses.
  if (/^\s*\(\s*$/.test(left) && /^\s*\)\s*$/.test(right)) return false;
  return (
    ![left, before].some((text) => SIGN_BEFORE.test(text)) &&
    ![right, after].some((text) => SIGN_AFTER.test(text)) &&
    (left !== before || !JOINED_BEFORE.test(before)) &&
    !JOINED_AFTER.test(after.replace(/^(?:jpy|yen)(?![a-z])/iu, '')) &&
    !CODE_BEFORE.test(before) &&
    (isYen || (!WORD_BEFORE.test(before) && !OTHER_AFTER.test(after)))
  );
}

/** Returns the one number of a text in 1/100 yen (domain.md 8.8); undefined if the text is not read. */
function readSen(given: string): bigint | undefined {
  // NFKC would turn 5² and 5½ into other numbers.
  if (given.length > MAX_AMOUNT_TEXT || /[\p{No}\p{Nl}]/u.test(given)) return undefined;
  const text = given.normalize('NFKC').trim();
  if (FOREIGN.test(text) || /(?!\d)\p{Nd}/u.test(text)) return undefined;
  const { before = '', oku, man, ones, after = '' } = AMOUNT.exec(text)?.groups ?? {};
  const sen = addUp([
    { text: oku, unit: 100_000_000n },
    { text: man, unit: 10_000n },
    { text: ones, unit: 1n },
  ]);
  if (sen === undefined || sen > MAX_YEN * 100n) return undefined;
  return isPlainYen(before, after) ? sen : undefined;
}

/**
 * Reads an amount in yen from a text of a page or a postback (domain.md 8.8): its one number, with `,` for
 * thousands, `.` for decimals, and 万 and 億. A text with two numbers, a sign or another currency is not read,
 * because any number taken from it could be wrong.
 */
export function readAmountText(text: string): ReadAmount {
  const sen = readSen(text);
  return sen === undefined
    ? { amount: 0, amountText: text.slice(0, MAX_AMOUNT_TEXT) }
    : { amount: Number(sen) / 100, amountText: null };
}
