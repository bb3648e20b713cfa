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

/** The name of an enumeration of the catalogue. */
export function enumerationName(enumeration: Enumeration): EnumerationName | undefined {
  return keysOf(enumerations).find((name) => enumerations[name] === enumeration);
}

/** The label of an enumeration's value; empty for a value that it does not have. */
export function enumLabel(t: TFunction, enumeration: EnumerationName, value: EnumValue | undefined): string {
  const name = value === undefined ? null : enumName<string>(enumerations[enumeration], value);
  return name === null ? '' : textAt(t, `enums.${enumeration}.${name}`);
}
