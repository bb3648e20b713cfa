/** Serializes a value so that equal values have equal text: keys are sorted, and null entries are dropped. */
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

/** Returns whether two field values are equal; absent equals null. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  ((typeof a === 'object' || typeof b === 'object') && canonical(a) === canonical(b));
