import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { ja } from '../../../shared/i18n/ja';
import { LANGUAGES, readLanguage, writeLanguage, type Language } from '../preferences/language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof ja };
    returnNull: false;
  }
}

/** Japanese comes with the first load; the others are fetched when chosen. */
const LOADERS: Record<Exclude<Language, 'ja'>, () => Promise<object>> = {
  en: () => import('../../../shared/i18n/en').then((module) => module.en),
  'zh-CN': () => import('../../../shared/i18n/zh-cn').then((module) => module.zhCn),
};

async function load(language: Language): Promise<void> {
  if (language === 'ja' || i18next.hasResourceBundle(language, 'translation')) return;
  i18next.addResourceBundle(language, 'translation', await LOADERS[language]());
}

/** Prepares texts in the chosen language; to be awaited before the first render. */
export async function startI18n(language: Language = readLanguage()): Promise<typeof i18next> {
  await i18next.use(initReactI18next).init({
    lng: 'ja',
    fallbackLng: 'ja',
    supportedLngs: [...LANGUAGES],
    resources: { ja: { translation: ja } },
    partialBundledLanguages: true,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await changeLanguage(language);
  return i18next;
}

/** Switches texts, the document's language (which picks the right glyphs) and the stored choice. */
export async function changeLanguage(language: Language): Promise<void> {
  await load(language);
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
  writeLanguage(language);
}

/** The language in use. */
export function currentLanguage(): Language {
  return LANGUAGES.find((known) => known === i18next.language) ?? 'ja';
}
