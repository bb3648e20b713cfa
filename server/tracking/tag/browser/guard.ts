/** Makes a function that never throws into the page: whatever goes wrong in it, the page goes on. */
export function guard<A extends unknown[]>(work: (...args: A) => void): (...args: A) => void {
  return (...args) => {
    try {
      work(...args);
    } catch {
      // The advertiser's page matters more than one event.
    }
  };
}
