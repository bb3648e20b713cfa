/** Selections vary by request, so the oldest functions are dropped. */
const MAX_ENTRIES = 300;

/**
 * Caches the results of `make` by its parts (plain values). Use it for functions compiled for a selection of
 * catalogue keys: the engine only optimizes functions that stay.
 */
export function memoize<Parts extends readonly unknown[], F>(
  make: (...parts: Parts) => F,
): (...parts: Parts) => F {
  const cache = new Map<string, F>();
  return (...parts) => {
    const name = JSON.stringify(parts);
    let result = cache.get(name);
    if (result === undefined) {
      const [oldest] = cache.keys();
      if (oldest !== undefined && cache.size >= MAX_ENTRIES) cache.delete(oldest);
      cache.set(name, (result = make(...parts)));
    }
    return result;
  };
}
