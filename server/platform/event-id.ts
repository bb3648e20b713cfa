import { createHash, randomFillSync } from 'node:crypto';

const RANDOM_BYTES = 10;
let lastTime = -1;
let lastDigits = '';

/** Formats a time as hexadecimal digits. The result is cached, because many ids share a millisecond. */
function timeDigits(now: number): string {
  if (now !== lastTime) {
    lastTime = now;
    lastDigits = now.toString(16).padStart(12, '0');
  }
  return lastDigits;
}

const POOL = Buffer.allocUnsafe(RANDOM_BYTES * 512);
let used = POOL.length;

/** Returns the next random bytes as hexadecimal, from a pool: a system call per id is slow. */
function randomHex(): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  used += RANDOM_BYTES;
  return POOL.toString('hex', used - RANDOM_BYTES, used);
}

/**
 * Creates an event or visitor id: 12 hexadecimal digits of epoch milliseconds, then 20 random ones (80 bits).
 * Ids sort by time and can't be guessed.
 */
export const newEventId = (now: number): string => timeDigits(now) + randomHex();

/** Returns the id of something that is made again from the same events, in the format of `newEventId`. */
export const derivedEventId = (time: number, name: string): string =>
  timeDigits(Math.max(0, time)) +
  createHash('sha256')
    .update(name)
    .digest('hex')
    .slice(0, 2 * RANDOM_BYTES);

/** Returns true if `newEventId` created the id at exactly that time. */
export const isCreatedAt = (id: string, time: number): boolean =>
  isEventId(id) && id.startsWith(timeDigits(time));

/** Returns true for ids in the format of `newEventId`; a cookie with any other value is not ours. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}
