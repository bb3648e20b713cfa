/** Returns the result of work that may fail, or undefined. */
export function allowed<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    // The advertiser's page matters more than one event.
    return undefined;
  }
}

/** Wraps a function so it never throws into the page. */
export const guard =
  <A extends unknown[]>(work: (...args: A) => void): ((...args: A) => void) =>
  (...args) =>
    allowed(() => work(...args));
