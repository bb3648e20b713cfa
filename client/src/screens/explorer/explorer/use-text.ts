import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { textAt } from '../../../i18n/i18n';
import type { TextOf } from './docs/labels';

/** Looks up texts by key in the user's language. Returns undefined for missing ones. */
export function useTextOf(): TextOf {
  // Another language has another `t`.
  const { t, i18n } = useTranslation();
  return useMemo(() => (key) => (i18n.exists(key) ? textAt(t, key) : undefined), [t, i18n]);
}
