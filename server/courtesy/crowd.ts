/** From so many visitors a second on whatever can wait leaves the doors more room. */
const CROWD_PER_SECOND = 500;
/** Over how long they are counted, at least; what was counted longer ago says nothing of now. */
const WINDOW_MS = 50;
const STALE_MS = 1000;

let answered = 0;
let countedFrom = 0;
let since = performance.now();
let crowded = false;

/** Counts a visitor that a tracking door answers. */
export function visitorCame(): void {
  answered += 1;
}

/** How many were answered so far: to see whether any came meanwhile. */
export const visitorsSoFar = (): number => answered;

/** Whether visitors come in great numbers at the moment. */
export function isCrowded(now = performance.now()): boolean {
  const ms = now - since;
  if (ms < WINDOW_MS) return crowded;
  crowded = ms < STALE_MS && ((answered - countedFrom) * 1000) / ms >= CROWD_PER_SECOND;
  countedFrom = answered;
  since = now;
  return crowded;
}
