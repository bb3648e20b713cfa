import type { TFunction } from 'i18next';
import type { TranslateCellText } from '../../../shared/catalog';
import { textAt } from '../i18n/i18n';

/** Returns the function that translates the texts of a filter path. */
export const describeFilterPath =
  (t: TFunction): TranslateCellText =>
  (key, about) =>
    textAt(t, key, about);
