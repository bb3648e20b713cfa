import { setImmediate, setTimeout } from 'node:timers/promises';
import { isCrowded, visitorsSoFar } from './traffic-load';

/** How long work may keep the event loop to itself: usually, and where visitors came meanwhile. */
const PIECE_MS = 15;
const SHORT_PIECE_MS = 2;
/** How long it waits at most while visitors keep coming, for each millisecond that it took. */
const SHARE = 9;
/** Whoever comes within so long is one of many. */
const NEXT_MS = 4;
/** Of a crowd nobody may come for so many times as long: on a small machine the database held them up. */
const MISSES_OF_CROWD = 4;

/** Lets whatever else waits go first, and visitors for as long as one follows the other. Answers whether any came. */
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
 * To be awaited between the pieces of long work: now and then it lets others go first.
 * @param pieceMs how long a piece may be
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
