/** What a language puts between things that are put together. */
export interface Punctuation {
  /** Between the things of a list. */
  readonly and: string;
  /** Between a heading and what belongs to it. */
  readonly colon: string;
  /** Between the ends of a period. */
  readonly to: string;
  /** A text with something said beside it. */
  readonly aside: (text: string, beside: string) => string;
}

const FULL_WIDTH = {
  and: '、',
  colon: '：',
  aside: (text: string, beside: string) => `${text}（${beside}）`,
};

/** The signs by language of the console. */
export const punctuation = {
  ja: { ...FULL_WIDTH, to: ' 〜 ' },
  en: { and: ', ', colon: ': ', to: ' – ', aside: (text, beside) => `${text} (${beside})` },
  'zh-CN': { ...FULL_WIDTH, to: ' 至 ' },
} as const satisfies Record<string, Punctuation>;
