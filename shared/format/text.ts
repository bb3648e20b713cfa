export { formatDateTime, formatDay } from '../domain/calendar';

/** Formats a month for display as `yyyy/MM`; REST uses `yyyyMM`. */
export function formatMonth(month: number): string {
  const text = String(month).padStart(6, '0');
  return `${text.slice(0, 4)}/${text.slice(4)}`;
}

/**
 * Normalises a text for search: folds width and case (ＳＮＳ is sns, ﾒｰﾙ is メール), but not kana: はは is not ぱぱ.
 */
const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Splits a query into folded words at any space, including the ideographic one. */
const splitWords = (query: string): string[] => fold(query).split(/\s+/).filter(Boolean);

/**
 * Returns a test for texts that contain every word of the query, in any order. An empty query matches all.
 */
export function createMatcher(query: string): (text: string) => boolean {
  const words = splitWords(query);
  return (text) => {
    const within = fold(text);
    return words.every((word) => within.includes(word));
  };
}

/** Punctuation of a language. */
export interface Punctuation {
  /** Separator of list items. */
  readonly and: string;
  /** Separator between a heading and its content. */
  readonly colon: string;
  /** Separator between the ends of a period. */
  readonly to: string;
  /** Adds a remark in brackets to a text. */
  readonly aside: (text: string, beside: string) => string;
}

const FULL_WIDTH = {
  and: '、',
  colon: '：',
  aside: (text: string, beside: string) => `${text}（${beside}）`,
};

/** Punctuation by console language. */
export const punctuation = {
  ja: { ...FULL_WIDTH, to: ' 〜 ' },
  en: { and: ', ', colon: ': ', to: ' – ', aside: (text, beside) => `${text} (${beside})` },
  'zh-CN': { ...FULL_WIDTH, to: ' 至 ' },
} as const satisfies Record<string, Punctuation>;
