import { punctuation, type Punctuation } from '../../../shared/format';
import { currentLanguage } from './i18n';

/** The things of a list in one line, as the language in use writes it. */
export const listed = (things: readonly string[]): string => things.join(punctuation[currentLanguage()].and);

/** The signs of the language in use. */
export const signs = (): Punctuation => punctuation[currentLanguage()];

/** A heading and what belongs to it. */
export const headed = (heading: string, text: string): string =>
  `${heading}${punctuation[currentLanguage()].colon}${text}`;

/** A text with something said beside it, in parentheses. */
export const withAside = (text: string, beside: string): string =>
  punctuation[currentLanguage()].aside(text, beside);

/** What stands between the ends of a period. */
export const between = (): string => punctuation[currentLanguage()].to;

/** A period by its two ends. */
export const spanned = (from: string, to: string): string => `${from}${between()}${to}`;
