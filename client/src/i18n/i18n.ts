import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { i18nextOptions } from '../../../shared/i18n/i18next';
import japanese from '../../../shared/i18n/ja/first.json';
import { LANGUAGES, readLanguage, writeLanguage, type Language } from '../preferences/language';

export { textAt } from '../../../shared/i18n/i18next';

const NAMESPACE = 'translation';

/**
 * Parts of a language's texts, so that the first load contains no texts of forms or of pages that load their
 * own.
 */
type Part = 'first' | 'guide' | 'management' | 'signedIn' | 'summing';
type Loaders = Record<Part, () => Promise<{ default: object }>>;

/** The first load contains Japanese; other languages load when they are chosen. */
const LOADERS: Record<Language, Loaders> = {
  ja: {
    first: () => Promise.resolve({ default: japanese }),
    guide: () => import('../../../shared/i18n/ja/guide.json'),
    management: () => import('../../../shared/i18n/ja/management.json'),
    signedIn: () => import('../../../shared/i18n/ja/signed-in.json'),
    summing: () => import('../../../shared/i18n/ja/summing.json'),
  },
  en: {
    first: () => import('../../../shared/i18n/en/first.json'),
    guide: () => import('../../../shared/i18n/en/guide.json'),
    management: () => import('../../../shared/i18n/en/management.json'),
    signedIn: () => import('../../../shared/i18n/en/signed-in.json'),
    summing: () => import('../../../shared/i18n/en/summing.json'),
  },
  'zh-CN': {
    first: () => import('../../../shared/i18n/zh-cn/first.json'),
    guide: () => import('../../../shared/i18n/zh-cn/guide.json'),
    management: () => import('../../../shared/i18n/zh-cn/management.json'),
    signedIn: () => import('../../../shared/i18n/zh-cn/signed-in.json'),
    summing: () => import('../../../shared/i18n/zh-cn/summing.json'),
  },
};

const loaded = new Set<`${Language}.${Part}`>(['ja.first']);
/** Parts that pages have requested so far. A change of language loads all of them first. */
const requestedParts = new Set<Part>(['first']);

async function load(language: Language, part: Part): Promise<void> {
  if (loaded.has(`${language}.${part}`)) return;
  const { default: texts } = await LOADERS[language][part]();
  i18next.addResourceBundle(language, NAMESPACE, texts, true, true);
  loaded.add(`${language}.${part}`);
}

/** Loads the texts of the chosen language; await it before the first render. */
export async function startI18n(language: Language = readLanguage()): Promise<typeof i18next> {
  await i18next.use(initReactI18next).init({
    ...i18nextOptions,
    lng: 'ja',
    supportedLngs: [...LANGUAGES],
    // A copy, because later parts are merged into it.
    resources: { ja: { [NAMESPACE]: { ...japanese } } },
    partialBundledLanguages: true,
  });
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
