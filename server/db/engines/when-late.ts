/**
 * Calls `act` after the time unless it is cancelled. Pending I/O of a blocked event loop comes first, so an
 * answer that has arrived is not late.
 * @returns cancels the call
 */
export function whenLate(ms: number, act: () => void): () => void {
  let cancelled = false;
  const timer = setTimeout(() => setImmediate(() => setImmediate(() => cancelled || act())), ms).unref();
  return () => {
    cancelled = true;
    clearTimeout(timer);
  };
}
