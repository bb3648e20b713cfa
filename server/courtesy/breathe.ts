import { isCrowded } from './crowd';

/** How long work may keep the event loop to itself: usually, and while visitors come in crowds. */
const PIECE_MS = 15;
const SHORT_PIECE_MS = 2;
/** How long it then leaves it to a crowd, for each millisecond that it took. */
const SHARE = 9;

/**
 * To be awaited between the pieces of long work: now and then it lets whatever else waits go first.
 * @param pieceMs how long a piece may be
 */
export function breather(pieceMs = PIECE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    const now = performance.now();
    const worked = now - since;
    const crowded = isCrowded(now);
    if (worked < (crowded ? Math.min(pieceMs, SHORT_PIECE_MS) : pieceMs)) return undefined;
    return new Promise((resolve) => {
      const goOn = () => {
        since = performance.now();
        resolve();
      };
      if (crowded) setTimeout(goOn, worked * SHARE);
      else setImmediate(goOn);
    });
  };
}
