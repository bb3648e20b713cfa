import { keysOf } from '../../../../shared/records';

/** What stands under the one name of an answer: the kit's documents of a setting each ask for one field. */
export function onlyField<Data extends { readonly [name in keyof Data]: unknown }>(
  data: Data,
): Data[keyof Data] {
  const [name, ...more] = keysOf<keyof Data & string>(data).filter((key) => key !== '__typename');
  if (name === undefined || more.length > 0)
    throw new Error(`An answer of one field was expected, it has: ${Object.keys(data).join(', ')}`);
  return data[name];
}
