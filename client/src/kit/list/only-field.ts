import { keysOf } from '../../../../shared/records';

/**
 * Returns the value of the only field of an object. The kit's documents for a setting query one field each.
 */
export function onlyField<Data extends { readonly [name in keyof Data]: unknown }>(
  data: Data,
): Data[keyof Data] {
  const [name, ...more] = keysOf<keyof Data & string>(data).filter((key) => key !== '__typename');
  if (name === undefined || more.length > 0)
    throw new Error(`Expected an answer with one field, got: ${Object.keys(data).join(', ')}`);
  return data[name];
}
