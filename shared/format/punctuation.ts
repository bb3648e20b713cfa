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
