import type { EventEmitter } from 'node:events';
import { isCrowded } from './traffic-load';

/** Minimum gap between the starts of two queued requests. */
const TURN_MS = 20;
/** Wait after a request, as a multiple of the time that it took. */
const SHARE = 9;
/** Longest wait of a request, in ms. */
const LONGEST_MS = 1000;

let nextTurn = 0;

/**
 * Starts an API request at once, or queues it while tracking traffic is high.
 * @param answer emits `close` once the request is answered
 */
export function inTurn(answer: EventEmitter, begin: () => void): void {
  const now = performance.now();
  if (!isCrowded(now)) return begin();
  const at = Math.min(Math.max(now, nextTurn), now + LONGEST_MS);
  nextTurn = at + TURN_MS;
  setTimeout(() => {
    const begun = performance.now();
    answer.once('close', () => {
      const ended = performance.now();
      nextTurn = Math.max(nextTurn, ended + Math.min(LONGEST_MS, (ended - begun) * SHARE));
    });
    begin();
  }, at - now);
}
