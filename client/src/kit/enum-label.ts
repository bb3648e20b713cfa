import type { TFunction } from 'i18next';
import { enumerations, enumName, type Enumeration, type EnumerationName, type EnumValue } from '../../../shared/catalog';

type EnumKey = 'enums.Status.VALID';

/** The name of an enumeration of the catalogue. */
export function enumerationName(enumeration: Enumeration): EnumerationName | undefined {
  return (Object.keys(enumerations) as EnumerationName[]).find((name) => enumerations[name] === enumeration);
}

/** The label of an enumeration's value; empty for a value that it does not have. */
export function enumLabel(t: TFunction, enumeration: EnumerationName, value: EnumValue | undefined): string {
  const name = value === undefined ? null : enumName(enumerations[enumeration], value);
  return name === null ? '' : t(`enums.${enumeration}.${name}` as EnumKey);
}
