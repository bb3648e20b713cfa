import jaJP from 'antd/locale/ja_JP';
import type { Language } from '../preferences/language';

type AntdLocale = typeof jaJP;

const LOADERS: Record<Exclude<Language, 'ja'>, () => Promise<{ default: AntdLocale }>> = {
  en: () => import('antd/locale/en_US'),
  'zh-CN': () => import('antd/locale/zh_CN'),
};

const loaded = new Map<Language, AntdLocale>([['ja', jaJP]]);

/** Loads antd's own texts; await it before changing the language. */
export async function loadAntdLocale(language: Language): Promise<void> {
  if (language !== 'ja' && !loaded.has(language)) loaded.set(language, (await LOADERS[language]()).default);
}

/** Returns antd's own texts, or the Japanese ones until the language is loaded. */
export const antdLocale = (language: Language): AntdLocale => loaded.get(language) ?? jaJP;
