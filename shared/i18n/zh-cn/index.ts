import type { ja } from '../ja';
import type { Texts } from '../texts';
import { first } from './first';
import { management } from './management';
import { overview } from './overview';

export const zhCn: Texts<typeof ja> = { ...first, ...management, overview };
