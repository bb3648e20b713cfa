import { en } from './en';
import { ja } from './ja';
import type { Texts } from './texts';
import { zhCn } from './zh-cn';

export type { Texts } from './texts';

/** Texts of every language. The console loads one language at a time, the server all of them. */
export const texts: Readonly<Record<'ja' | 'en' | 'zh-CN', Texts<typeof ja>>> = { ja, en, 'zh-CN': zhCn };
