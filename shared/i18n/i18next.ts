import type { TFunction } from 'i18next';
import type { JapaneseTexts } from './generated';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: JapaneseTexts };
    returnNull: false;
  }
}

/** Options of i18next that the console and the server share. */
export const i18nextOptions = {
  fallbackLng: 'ja',
  interpolation: { escapeValue: false },
  returnNull: false,
} as const;

/** Returns the text of a key that is built at runtime; tests check that each such key exists. */
export const textAt = (
  t: TFunction,
  key: string,
  about: Readonly<Record<string, string | number>> = {},
): string =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the compiler can't know a built key; any key stands in for it
  t(key as 'common.save', { ...about });
