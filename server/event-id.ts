import { randomFillSync } from 'node:crypto';

const RANDOM_BYTES = 10;
let lastTime = -1;
let lastDigits = '';

/** The digits of an instant; many ids are made in one millisecond. */
function timeDigits(now: number): string {
  if (now !== lastTime) {
    lastTime = now;
    lastDigits = now.toString(16).padStart(12, '0');
  }
  return lastDigits;
}

const POOL = Buffer.allocUnsafe(RANDOM_BYTES * 512);
let used = POOL.length;

/** The next n random bytes as hexadecimal; drawn from a pool, because a system call per id is slow. */
function randomHex(): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += RANDOM_BYTES;
  return POOL.toString('hex', used - RANDOM_BYTES, used);
}

/**
 * A new id of an event or a visitor: 12 hexadecimal digits of epoch milliseconds, then 20 of randomness (80 bits).
 * Ids sort by time and can't be guessed.
 */
export function newEventId(now: number): string {
  return timeDigits(now) + randomHex();
}

/** True for an id that `newEventId` made at that very instant. */
export function isMadeAt(id: string, time: number): boolean {
  return isEventId(id) && id.startsWith(timeDigits(time));
}

/** True for an id in the form that `newEventId` makes; anything else in a cookie was not ours. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
