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

/** The text of a key that is put together as the console runs; tests hold that there is one for each. */
export const textAt = (
  t: TFunction,
  key: string,
  about: Readonly<Record<string, string | number>> = {},
): string =>
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the compiler knows no key that is put together; any of them stands for it
  t(key as 'common.save', { ...about });

const NAMESPACE = 'translation';

/** Texts of a language in parts, so that the first load carries no words of forms, nor those of pages that bring their own. */
type Part = 'first' | 'guide' | 'management' | 'signedIn' | 'summing';
type Loaders = Record<Part, () => Promise<object>>;

/** Japanese comes with the first load; the other languages are fetched when chosen. */
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
/** Parts that pages have asked for so far: a change of language brings them all before it shows. */
const wanted = new Set<Part>(['first']);

async function load(language: Language, part: Part): Promise<void> {
  if (loaded.has(`${language}.${part}`)) return;
  i18next.addResourceBundle(language, NAMESPACE, await LOADERS[language][part](), true, true);
  loaded.add(`${language}.${part}`);
}

/** The word that goes with a number, as English texts write it: `{{count, plural(one: row; other: rows)}}`. All languages have the same keys, so none has keys of its own for one. */
function pluralOf(
  count: number,
  language: string | undefined,
  { one, other }: Record<string, string | undefined>,
): string {
  return (new Intl.PluralRules(language).select(count) === 'one' ? one : other) ?? '';
}

/** Prepares texts in the chosen language; to be awaited before the first render. */
export async function startI18n(language: Language = readLanguage()): Promise<typeof i18next> {
  await i18next.use(initReactI18next).init({
    lng: 'ja',
    fallbackLng: 'ja',
    supportedLngs: [...LANGUAGES],
    // A copy, because parts that come later are put into it.
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
  wanted.add(part);
  await load(currentLanguage(), part);
}

/** Brings the texts that every page behind the sign-in may need. */
export const loadSignedInTexts = (): Promise<void> => loadPart('signedIn');

/** Brings the texts of the management screens and the explorer; to be awaited before one of them is drawn. */
export const loadManagementTexts = (): Promise<void> => loadPart('management');

/** Brings those of what helps along: the palette, the sheet of shortcuts, the first steps. */
export const loadGuideTexts = (): Promise<void> => loadPart('guide');

/** Brings those of the dashboard and of the page of an ad, which sum up. */
export const loadSummingTexts = (): Promise<void> => loadPart('summing');

/** What else has words of its own, and brings those of a language before it is switched to. */
const alongside = new Set<(language: Language) => Promise<void>>();

/** Brings words that are not ours in the language in use, and from now on in each before it is switched to. */
export async function bringAlong(loadWords: (language: Language) => Promise<void>): Promise<void> {
  alongside.add(loadWords);
  await loadWords(currentLanguage());
}

/** Switches texts, the document's language (which picks the right glyphs) and the stored choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([
    ...[...wanted].map((part) => load(language, part)),
    ...[...alongside].map((loadWords) => loadWords(language)),
  ]);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLanguage(language);
}

/** The language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18next.language) ?? 'ja';
}
