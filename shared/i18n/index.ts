import { en } from './en';
import { ja } from './ja';
import type { Texts } from './texts';
import { zhCn } from './zh-cn';

export type { Texts } from './texts';

/** The texts of every language by its tag. The console loads them one by one; the server has all at hand. */
export const texts: Readonly<Record<'ja' | 'en' | 'zh-CN', Texts<typeof ja>>> = { ja, en, 'zh-CN': zhCn };
