/** Values by name of which nothing is known yet. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value has fields to look at. */
export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Those entries of what may be a list that have fields to look at. */
export const recordsIn = (value: unknown): UnknownRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** Whether a record has a name as its own; `toString` and its like are none. */
export const isKeyOf = <R extends object>(record: R, name: PropertyKey): name is keyof R =>
  Object.hasOwn(record, name);

/** The names of a record that is written out, or typed by all of its names. */
export function keysOf<K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- TypeScript can't know that a record has no names but those of its type
  return Object.keys(record) as K[];
}

/** Names and values of a record that is written out, or typed by all of its names. */
export function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] {
  return keysOf(record).map((key) => [key, record[key]]);
}

/** A record of all the names, each with its value. */
export function recordOf<const K extends PropertyKey, V>(
  keys: readonly K[],
  valueOf: (key: K) => V,
): Record<K, V> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- TypeScript can't know that the names given are all of the type's
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
