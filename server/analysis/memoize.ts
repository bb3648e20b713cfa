/** Selections vary by request, so the oldest functions are dropped. */
const KEPT = 300;

/**
 * Caches the results of `make` by its parts (plain values). Use it for functions compiled for a selection of
 * catalogue keys: the engine only optimizes functions that stay.
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
