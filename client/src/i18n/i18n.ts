import i18next, { type TFunction } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { ja } from '../../../shared/i18n/ja';
import { first as japanese } from '../../../shared/i18n/ja/first';
import { LANGUAGES, readLanguage, writeLanguage, type Language } from '../preferences/language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof ja };
    returnNull: false;
  }
}

/** Returns the text of a key that is built at runtime; tests check that each such key exists. */
export const textAt = (
  t: TFunction,
  key: string,
  about: Readonly<Record<string, string | number>> = {},
): string =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the compiler can't know a built key; any key stands in for it
  t(key as 'common.save', { ...about });

const NAMESPACE = 'translation';

/**
 * Parts of a language's texts, so that the first load contains no texts of forms or of pages that load their
 * own.
 */
type Part = 'first' | 'guide' | 'management' | 'signedIn' | 'summing';
type Loaders = Record<Part, () => Promise<object>>;

/** The first load contains Japanese; other languages load when they are chosen. */
const LOADERS: Record<Language, Loaders> = {
  ja: {
    first: () => Promise.resolve(japanese),
    guide: () => import('../../../shared/i18n/ja/guide').then((module) => module.guide),
    management: () => import('../../../shared/i18n/ja/management').then((module) => module.management),
    signedIn: () => import('../../../shared/i18n/ja/signed-in').then((module) => module.signedIn),
    summing: () => import('../../../shared/i18n/ja/summing').then((module) => module.summing),
  },
  en: {
    first: () => import('../../../shared/i18n/en/first').then((module) => module.first),
    guide: () => import('../../../shared/i18n/en/guide').then((module) => module.guide),
    management: () => import('../../../shared/i18n/en/management').then((module) => module.management),
    signedIn: () => import('../../../shared/i18n/en/signed-in').then((module) => module.signedIn),
    summing: () => import('../../../shared/i18n/en/summing').then((module) => module.summing),
  },
  'zh-CN': {
    first: () => import('../../../shared/i18n/zh-cn/first').then((module) => module.first),
    guide: () => import('../../../shared/i18n/zh-cn/guide').then((module) => module.guide),
    management: () => import('../../../shared/i18n/zh-cn/management').then((module) => module.management),
    signedIn: () => import('../../../shared/i18n/zh-cn/signed-in').then((module) => module.signedIn),
    summing: () => import('../../../shared/i18n/zh-cn/summing').then((module) => module.summing),
  },
};

const loaded = new Set<`${Language}.${Part}`>(['ja.first']);
/** Parts that pages have requested so far. A change of language loads all of them first. */
const requestedParts = new Set<Part>(['first']);

async function load(language: Language, part: Part): Promise<void> {
  if (loaded.has(`${language}.${part}`)) return;
  i18next.addResourceBundle(language, NAMESPACE, await LOADERS[language][part](), true, true);
  loaded.add(`${language}.${part}`);
}

/**
 * Returns the word form for a number, as English texts write it: `{{count, plural(one: row; other: rows)}}`.
 * All languages have the same keys, so there are no separate keys for the singular.
 */
function pluralOf(
  count: number,
  language: string | undefined,
  { one, other }: Record<string, string | undefined>,
): string {
  return (new Intl.PluralRules(language).select(count) === 'one' ? one : other) ?? '';
}

/** Loads the texts of the chosen language; await it before the first render. */
export async function startI18n(language: Language = readLanguage()): Promise<typeof i18next> {
  await i18next.use(initReactI18next).init({
    lng: 'ja',
    fallbackLng: 'ja',
    supportedLngs: [...LANGUAGES],
    // A copy, because later parts are merged into it.
    resources: { ja: { [NAMESPACE]: { ...japanese } } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  i18next.services.formatter?.add('plural', pluralOf);
  loaded.clear();
  loaded.add('ja.first');
  await changeLanguage(language);
  return i18next;
}

async function loadPart(part: Part): Promise<void> {
  requestedParts.add(part);
  await load(currentLanguage(), part);
}

/** Loads the texts that any page behind the sign-in may need. */
export const loadSignedInTexts = (): Promise<void> => loadPart('signedIn');

/** Loads the texts of the management screens and the explorer; await it before rendering one of them. */
export const loadManagementTexts = (): Promise<void> => loadPart('management');

/** Loads the texts of the palette, the shortcut sheet and the first steps. */
export const loadGuideTexts = (): Promise<void> => loadPart('guide');

/** Loads the texts of the dashboard and the ad page. */
export const loadSummingTexts = (): Promise<void> => loadPart('summing');

/** Loaders of third-party texts, run before the language changes. */
const textLoaders = new Set<(language: Language) => Promise<void>>();

/** Loads third-party texts for the current language, and for every later one before it becomes active. */
export async function addTextLoader(loadTexts: (language: Language) => Promise<void>): Promise<void> {
  textLoaders.add(loadTexts);
  await loadTexts(currentLanguage());
}

/** Changes the texts, the document's language (which selects the right glyphs) and the stored choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([
    ...[...requestedParts].map((part) => load(language, part)),
    ...[...textLoaders].map((loadTexts) => loadTexts(language)),
  ]);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLanguage(language);
}

/** Returns the language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18next.language) ?? 'ja';
}
