import { currentLanguage } from '../i18n/i18n';
import type { Language } from '../preferences/language';

const JAPANESE = '"Noto Sans JP", "Noto Sans CJK JP", "Hiragino Sans", "Hiragino Kaku Gothic ProN", Meiryo';
const CHINESE = '"Noto Sans SC", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei"';

/** Returns the fonts of a language: a character can have different shapes in Japanese and Chinese. */
export const fontFamily = (language: Language = currentLanguage()): string =>
  language === 'zh-CN' ? `${CHINESE}, ${JAPANESE}, sans-serif` : `${JAPANESE}, ${CHINESE}, sans-serif`;
