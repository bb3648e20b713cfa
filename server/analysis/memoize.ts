/** Selections differ with what people ask for; the oldest functions make room. */
const KEPT = 300;

/**
 * Remembers what `make` answered to the same parts (plain values). For functions written for one selection of keys
 * of the catalogue: the engine only makes them fast when they stay.
 */
export function memoize<Parts extends readonly unknown[], F>(
  make: (...parts: Parts) => F,
): (...parts: Parts) => F {
  const made = new Map<string, F>();
  return (...parts) => {
    const name = JSON.stringify(parts);
    let found = made.get(name);
    if (found === undefined) {
      const [oldest] = made.keys();
      if (oldest !== undefined && made.size >= KEPT) made.delete(oldest);
      made.set(name, (found = make(...parts)));
    }
    return found;
  };
}
