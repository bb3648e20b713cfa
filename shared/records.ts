/** Record whose values are not validated yet. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Returns whether a value is a plain record (an object, but no array). */
export const isRecord = (value: unknown): value is UnknownRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the records of a value that may be a list. */
export const recordsIn = (value: unknown): UnknownRecord[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/**
 * Returns whether a record has an own property of this name; inherited ones such as `toString` don't count.
 */
export const isKeyOf = <R extends object>(record: R, name: PropertyKey): name is keyof R =>
  Object.hasOwn(record, name);

/** Returns the names of a record literal, or of a record typed by all of its names. */
export function keysOf<K extends string>(record: Readonly<Partial<Record<K, unknown>>>): K[] {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- TypeScript can't know that a record has no names but those of its type
  return Object.keys(record) as K[];
}

/** Returns the names and values of a record literal, or of a record typed by all of its names. */
export const entriesOf = <K extends string, V>(record: Readonly<Record<K, V>>): [K, V][] =>
  keysOf(record).map((key) => [key, record[key]]);

/** Builds a record from names and a function that returns each value. */
export function recordOf<const K extends PropertyKey, V>(
  keys: readonly K[],
  valueOf: (key: K) => V,
): Record<K, V> {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- TypeScript can't know that the names given are all of the type's
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;
}
