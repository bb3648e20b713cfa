import type { EventEmitter } from 'node:events';
import { isTrafficHigh } from './traffic-load';

/** Minimum gap between the starts of two queued requests. */
const GAP_MS = 20;
/** Wait after a request, as a multiple of the time that it took. */
const WAIT_FACTOR = 9;
/** Longest wait of a request, in ms. */
const MAX_WAIT_MS = 1000;

let nextStart = 0;

/**
 * Starts an API request at once, or queues it while tracking traffic is high.
 * @param answer emits `close` once the request is answered
 */
export function queueRequest(answer: EventEmitter, start: () => void): void {
  const now = performance.now();
  if (!isTrafficHigh(now)) return start();
  const at = Math.min(Math.max(now, nextStart), now + MAX_WAIT_MS);
  nextStart = at + GAP_MS;
  setTimeout(() => {
    const startedAt = performance.now();
    answer.once('close', () => {
      const endedAt = performance.now();
      nextStart = Math.max(nextStart, endedAt + Math.min(MAX_WAIT_MS, (endedAt - startedAt) * WAIT_FACTOR));
    });
    start();
  }, at - now);
}
