import type { ja } from '../ja';
import type { Texts } from '../texts';
import { first } from './first';
import { management } from './management';
import { summing } from './summing';

export const en: Texts<typeof ja> = { ...first, ...management, ...summing };
