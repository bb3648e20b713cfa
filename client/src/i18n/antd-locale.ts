import jaJP from 'antd/locale/ja_JP';
import type { Language } from '../preferences/language';

type AntdLocale = typeof jaJP;

const LOADERS: Record<Exclude<Language, 'ja'>, () => Promise<{ default: AntdLocale }>> = {
  en: () => import('antd/locale/en_US'),
  'zh-CN': () => import('antd/locale/zh_CN'),
};

const loaded = new Map<Language, AntdLocale>([['ja', jaJP]]);

/** Brings antd's own words of a language; to be awaited before the language is switched to. */
export async function loadAntdLocale(language: Language): Promise<void> {
  if (language !== 'ja' && !loaded.has(language)) loaded.set(language, (await LOADERS[language]()).default);
}

/** antd's own words of a language; the Japanese ones while those are not here. */
export const antdLocale = (language: Language): AntdLocale => loaded.get(language) ?? jaJP;
