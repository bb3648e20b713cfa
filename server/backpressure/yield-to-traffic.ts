import { setImmediate, setTimeout } from 'node:timers/promises';
import { isTrafficHigh, visitorCount } from './traffic-load';

/** How long work may block the event loop: usually, and after visitors came during the last yield. */
const SLICE_MS = 15;
const SHORT_SLICE_MS = 2;
/** Longest yield, as a multiple of the time worked. */
const MAX_YIELD_FACTOR = 9;
/** Interval between two checks for new visitors. */
const POLL_MS = 4;
/**
 * Checks without a visitor that end a yield under high traffic. On a small machine a busy database delays
 * visitors.
 */
const MAX_IDLE_POLLS = 4;

/** Yields to other tasks, and to visitors while they keep coming. Returns true if any came. */
async function waitForTraffic(maxMs: number): Promise<boolean> {
  const until = performance.now() + maxMs;
  const first = visitorCount();
  await setImmediate();
  let seen = first;
  for (let idlePolls = 0; performance.now() < until;) {
    idlePolls = visitorCount() > seen ? 0 : idlePolls + 1;
    if (idlePolls > (isTrafficHigh() ? MAX_IDLE_POLLS : 0)) break;
    seen = visitorCount();
    await setTimeout(POLL_MS);
  }
  return visitorCount() > first;
}

/**
 * Returns a function to await between the slices of long work; it yields once a slice is used up.
 * @param sliceMs longest slice
 */
export function createTrafficYield(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  let slice = sliceMs;
  return () => {
    const worked = performance.now() - since;
    if (worked < slice) return undefined;
    return waitForTraffic(worked * MAX_YIELD_FACTOR).then((hadTraffic) => {
      slice = hadTraffic ? Math.min(sliceMs, SHORT_SLICE_MS) : sliceMs;
      since = performance.now();
    });
  };
}
