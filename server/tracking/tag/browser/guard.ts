/** Wraps a function so it never throws into the page. */
export function guard<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    try {
      work(...args);
    } catch {
      // The advertiser's page matters more than one event.
    }
  };
}
