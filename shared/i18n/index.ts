import { createInstance, type TFunction } from 'i18next';
import enFirst from './en/first.json';
import enGuide from './en/guide.json';
import enManagement from './en/management.json';
import enServer from './en/server.json';
import enSignedIn from './en/signed-in.json';
import enSumming from './en/summing.json';
import jaFirst from './ja/first.json';
import jaGuide from './ja/guide.json';
import jaManagement from './ja/management.json';
import jaServer from './ja/server.json';
import jaSignedIn from './ja/signed-in.json';
import jaSumming from './ja/summing.json';
import zhFirst from './zh-cn/first.json';
import zhGuide from './zh-cn/guide.json';
import zhManagement from './zh-cn/management.json';
import zhServer from './zh-cn/server.json';
import zhSignedIn from './zh-cn/signed-in.json';
import zhSumming from './zh-cn/summing.json';
import type { JapaneseTexts } from './generated';
import { i18nextOptions } from './i18next';
import type { Locale } from './messages';

export { textAt } from './i18next';

/**
 * Text tree with the keys of `T` and string leaves: the shape of every language. Texts with a count (`_other`)
 * may have a singular (`_one`).
 */
type TextTree<T> = { readonly [K in keyof T]: T[K] extends string ? string : TextTree<T[K]> } & {
  readonly [K in keyof T as K extends `${infer Name}_other` ? `${Name}_one` : never]?: string;
};

/** Texts of one language. */
export type Texts = TextTree<JapaneseTexts>;

/** Texts of every language. The console loads one language at a time, the server all of them. */
export const texts: Readonly<Record<Locale, Texts>> = {
  ja: { ...jaFirst, ...jaGuide, ...jaManagement, ...jaServer, ...jaSignedIn, ...jaSumming },
  en: { ...enFirst, ...enGuide, ...enManagement, ...enServer, ...enSignedIn, ...enSumming },
  'zh-CN': { ...zhFirst, ...zhGuide, ...zhManagement, ...zhServer, ...zhSignedIn, ...zhSumming },
};

const i18next = createInstance();
void i18next.init({
  ...i18nextOptions,
  initAsync: false,
  resources: Object.fromEntries(
    Object.entries(texts).map(([locale, translation]) => [locale, { translation }]),
  ),
});

/** Returns the function that renders texts in a language. */
export const translator = (locale: Locale): TFunction => i18next.getFixedT(locale);
