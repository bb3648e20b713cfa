import type { TFunction } from 'i18next';
import type { SayPlace } from '../../../shared/catalog';
import { textAt } from '../i18n/i18n';

/** Says the texts that places of figures are told by, in the language of the screen. */
export const sayPlace =
  (t: TFunction): SayPlace =>
  (key, about) =>
    textAt(t, key, about);
