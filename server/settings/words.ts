import { enumerations, enumName, type Enumeration } from '../../shared/catalog';
import { texts } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import { isKeyOf, keysOf } from '../../shared/records';

/** Returns the text of a name; undefined for an unknown one. */
export const textOf = (words: object, name: string): string | undefined => {
  const word: unknown = isKeyOf(words, name) ? words[name] : undefined;
  return typeof word === 'string' ? word : undefined;
};

/** Returns the console's label of an entity field; undefined if there is none. */
export const fieldLabel = (locale: Locale, entity: string, name: string): string | undefined => {
  const { label } = texts[locale].fields;
  return textOf(label, `${entity}_${name}`) ?? textOf(label, name);
};

/** Returns the label of an enumeration value; the value itself if it is unknown. */
export function enumLabel(locale: Locale, enumeration: Enumeration, value: unknown): string {
  const group = keysOf(enumerations).find((name) => enumerations[name] === enumeration);
  const name = enumName(enumeration, value);
  return (group && name !== null ? textOf(texts[locale].enums[group], name) : undefined) ?? String(value);
}

export const onOff = (locale: Locale, value: unknown): string =>
  value === true ? texts[locale].list.on : texts[locale].list.off;
