import type { TFunction } from 'i18next';
import {
  enumerations,
  enumName,
  type Enumeration,
  type EnumerationName,
  type EnumValue,
} from '../../../shared/catalog';
import { keysOf } from '../../../shared/records';
import { textAt } from '../i18n/i18n';

/** Returns the name of a catalogue enumeration. */
export const enumerationName = (enumeration: Enumeration): EnumerationName | undefined =>
  keysOf(enumerations).find((name) => enumerations[name] === enumeration);

/** Returns the label of an enumeration value; empty if the enumeration lacks the value. */
export function enumLabel(t: TFunction, enumeration: EnumerationName, value: EnumValue | undefined): string {
  const name = value === undefined ? null : enumName<string>(enumerations[enumeration], value);
  return name === null ? '' : textAt(t, `enums.${enumeration}.${name}`);
}
