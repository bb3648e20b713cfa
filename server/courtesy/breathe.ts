import { setImmediate, setTimeout } from 'node:timers/promises';
import { visitorsSoFar } from './crowd';

/** How long work may keep the event loop to itself: usually, and where visitors came meanwhile. */
const PIECE_MS = 15;
const SHORT_PIECE_MS = 2;
/** How long it waits at most while visitors keep coming, for each millisecond that it took. */
const SHARE = 9;
/** Whoever comes within so long is one of many. */
const NEXT_MS = 4;

/** Lets whatever else waits go first, and visitors for as long as one follows the other. Answers whether any came. */
async function giveWay(mostMs: number): Promise<boolean> {
  const until = performance.now() + mostMs;
  const first = visitorsSoFar();
  await setImmediate();
  for (let seen = first; visitorsSoFar() > seen && performance.now() < until; ) {
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
