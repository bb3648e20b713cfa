/** A value as text in which equal values are equal: names of entries in one order, nothing as null. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([, part]) => part != null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

/** Whether two values of a field are the same; absent and null are. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  ((typeof a === 'object' || typeof b === 'object') && canonical(a) === canonical(b));
