import type { ja } from '../ja';
import type { Texts } from '../texts';
import { first } from './first';
import { guide } from './guide';
import { management } from './management';
import { signedIn } from './signed-in';
import { summing } from './summing';

export const zhCn: Texts<typeof ja> = { ...first, ...guide, ...management, ...signedIn, ...summing };
