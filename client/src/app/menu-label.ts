import type { TFunction } from 'i18next';
import type { ja } from '../../../shared/i18n/ja';

type MenuKey = Exclude<keyof typeof ja.menu, 'group'>;

/** Label of a route; i18n/menu.test.ts makes sure that every route of the catalogue has one. */
export const menuLabel = (t: TFunction, key: string): string => t(`menu.${key as MenuKey}`);
