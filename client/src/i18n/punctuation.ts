import { punctuation, type Punctuation } from '../../../shared/format';
import { currentLanguage } from './i18n';

/** Joins a list in one line, in the punctuation of the current language. */
export const joinList = (items: readonly string[]): string => items.join(punctuation[currentLanguage()].and);

/** Returns the punctuation of the current language. */
export const currentPunctuation = (): Punctuation => punctuation[currentLanguage()];

/** Joins a heading and its text. */
export const withHeading = (heading: string, text: string): string =>
  `${heading}${punctuation[currentLanguage()].colon}${text}`;

/** Adds a remark in parentheses to a text. */
export const withAside = (text: string, beside: string): string =>
  punctuation[currentLanguage()].aside(text, beside);

/** Returns the separator between the ends of a period. */
export const rangeSeparator = (): string => punctuation[currentLanguage()].to;

/** Formats a period by its two ends. */
export const formatRange = (from: string, to: string): string => `${from}${rangeSeparator()}${to}`;
