import type { TFunction } from 'i18next';
import { textAt } from '../i18n/i18n';

/** Label of a route; i18n/menu.test.ts makes sure that every route of the catalogue has one. */
export const menuLabel = (t: TFunction, key: string): string => textAt(t, `menu.${key}`);
