import { defineStored } from './stored';

export const LANGUAGES = ['ja', 'en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { ja: '日本語', en: 'English', 'zh-CN': '简体中文' };

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const stored = defineStored<Language>({ name: 'language', version: 1, life: YEAR_MS, sliding: true });

/** Returns the language chosen in this browser; Japanese by default. */
export function readLanguage(): Language {
  const language = stored.read();
  return LANGUAGES.find((known) => known === language) ?? 'ja';
}

export const writeLanguage = (language: Language): void => stored.write(language);
