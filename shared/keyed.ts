/** The own names of a record, as the union that they are: `Object.keys` would only say `string`. */
export function keysOf<T extends object>(record: T): Extract<keyof T, string>[] {
  const keys: Extract<keyof T, string>[] = [];
  for (const key in record) if (Object.hasOwn(record, key)) keys.push(key);
  return keys;
}

/** Names and values of a record, each name with the type of its own value. */
export function entriesOf<T extends object>(record: T): { [K in Extract<keyof T, string>]: [K, T[K]] }[Extract<keyof T, string>][] {
  return keysOf(record).map((key) => [key, record[key]]);
}

/** A record with the value that `make` gives for each of the keys, which are all there are. */
export function keyed<K extends string, V>(keys: readonly K[], make: (key: K) => V): Record<K, V> {
  // Object.fromEntries forgets the union of the keys.
  return Object.fromEntries(keys.map((key) => [key, make(key)])) as Record<K, V>;
}

/** Values by name of which nothing is known yet: sent, parsed or stored by somebody. Who reads one judges it. */
export type Unjudged = Readonly<Record<string, unknown>>;

/** Whether a value holds others by name: an object that is no list. */
export const isRecord = (value: unknown): value is Unjudged =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
