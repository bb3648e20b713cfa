import { setImmediate, setTimeout } from 'node:timers/promises';
import { isCrowded, visitorsSoFar } from './traffic-load';

/** How long work may block the event loop: usually, and after visitors came during the last yield. */
const PIECE_MS = 15;
const SHORT_PIECE_MS = 2;
/** Longest yield, as a multiple of the time worked. */
const SHARE = 9;
/** Interval between two checks for new visitors. */
const NEXT_MS = 4;
/**
 * Checks without a visitor that end a yield under high traffic. On a small machine a busy database delays
 * visitors.
 */
const MISSES_OF_CROWD = 4;

/** Yields to other tasks, and to visitors while they keep coming. Returns true if any came. */
async function giveWay(mostMs: number): Promise<boolean> {
  const until = performance.now() + mostMs;
  const first = visitorsSoFar();
  await setImmediate();
  let seen = first;
  for (let missed = 0; performance.now() < until;) {
    missed = visitorsSoFar() > seen ? 0 : missed + 1;
    if (missed > (isCrowded() ? MISSES_OF_CROWD : 0)) break;
    seen = visitorsSoFar();
    await setTimeout(NEXT_MS);
  }
  return visitorsSoFar() > first;
}

/**
 * Returns a function to await between the slices of long work; it yields once a slice is used up.
 * @param pieceMs longest slice
 */
export function breather(pieceMs = PIECE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  let piece = pieceMs;
  return () => {
    const worked = performance.now() - since;
    if (worked < piece) return undefined;
    return giveWay(worked * SHARE).then((visited) => {
      piece = visited ? Math.min(pieceMs, SHORT_PIECE_MS) : pieceMs;
      since = performance.now();
    });
  };
}
