/** How long work may keep the event loop to itself. */
const PIECE_MS = 15;

/** To be awaited between the pieces of long work: now and then it lets whatever else waits go first. */
export function breather(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < PIECE_MS) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        since = performance.now();
        resolve();
      });
    });
  };
}
