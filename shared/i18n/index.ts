import { createInstance, type TFunction } from 'i18next';
import * as en from './en';
import { i18nextOptions } from './i18next';
import * as ja from './ja';
import type { Locale } from './messages';
import type { Texts } from './texts';
import * as zhCn from './zh-cn';

export { textAt } from './i18next';
export type { Texts } from './texts';

/** Texts of every language. The console loads one language at a time, the server all of them. */
export const texts: Readonly<Record<Locale, Texts<typeof ja>>> = { ja, en, 'zh-CN': zhCn };

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
