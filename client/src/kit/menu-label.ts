import type { TFunction } from 'i18next';
import { textAt } from '../i18n/i18n';

/** Returns the label of a route; routes.test.ts checks that every route has one. */
export const menuLabel = (t: TFunction, key: string): string => textAt(t, `menu.${key}`);
