/** Lead of this machine's clock over the server's, in milliseconds. */
let ahead = 0;
const listeners = new Set<() => void>();

/** Latency and the header's whole seconds cause smaller differences. */
const TOLERANCE_MS = 60_000;

/** Compares the clock with a response's `Date` header. A wrong clock would offer days that have not begun. */
export function compareClock(date: string | null, now: number = Date.now()): void {
  const difference = now - Date.parse(date ?? '');
  const next = Math.abs(difference) > TOLERANCE_MS ? difference : 0;
  if (Number.isNaN(difference) || Math.abs(next - ahead) <= TOLERANCE_MS) return;
  ahead = next;
  listeners.forEach((listener) => listener());
}

/** Returns the server's time in milliseconds since 1970. */
export const serverNow = (): number => Date.now() - ahead;

/** Calls back when the clock turns out to be wrong, or right again. Returns the function that stops it. */
export function onClockChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
