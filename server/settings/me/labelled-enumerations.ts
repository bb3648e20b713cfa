import { enumerations, enumEntries, type EnumEntry } from '../../../shared/catalog';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';

/** An enumeration with its values and their labels. */
export interface LabelledEnumeration {
  readonly name: string;
  readonly items: ReadonlyArray<EnumEntry & { readonly label: string }>;
}

/** Returns every enumeration of the product in a language; a value without a label keeps its constant name. */
export function labelledEnumerations(locale: Locale): LabelledEnumeration[] {
  const labels: Readonly<Record<string, Readonly<Record<string, string>>>> = texts[locale].enums;
  return Object.entries(enumerations).map(([name, enumeration]) => ({
    name,
    items: enumEntries(enumeration).map((entry) => ({
      ...entry,
      label: labels[name]?.[entry.name] ?? entry.name,
    })),
  }));
}
