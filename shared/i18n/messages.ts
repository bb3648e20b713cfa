import type { JapaneseTexts } from './generated';

/** Languages of the product, as named by i18next and Accept-Language. */
export const locales = ['ja', 'en', 'zh-CN'] as const;
export type Locale = (typeof locales)[number];
export const isLocale = (text: string): text is Locale => locales.some((locale) => locale === text);

type WithoutPlural<K> = K extends `${infer Name}_other` ? Name : K;

/** Key of a message about a value that breaks a rule, or about a refused request. */
export type MessageKey = WithoutPlural<keyof JapaneseTexts['messages']>;

/**
 * Returns the preferred language of an Accept-Language header by its quality values, or `fallback` if it
 * names none of the product's languages.
 */
export function preferredLocale(header: string | undefined, fallback: Locale): Locale {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...options] = part.trim().toLowerCase().split(';');
      const quality = options.map((option) => /^\s*q=([\d.]+)$/.exec(option)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { tag } of preferences) {
    if (/^ja(-|$)/.test(tag)) return 'ja';
    if (/^zh(-|$)/.test(tag)) return 'zh-CN';
    if (/^en(-|$)/.test(tag)) return 'en';
  }
  return fallback;
}
