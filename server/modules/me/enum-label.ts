import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';

/** The label of an enumeration's value; its constant name where no language has one. */
export function enumLabel(locale: Locale, enumeration: string, name: string): string {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = texts[locale].enums;
  return labels[enumeration]?.[name] ?? name;
}
