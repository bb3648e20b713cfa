/** From so many visitors a second on whatever can wait leaves the doors more room. */
const CROWD_PER_SECOND = 500;
/** From so many on the doors need nearly all of a small machine. */
const RUSH_PER_SECOND = 5000;
/** Over how long they are counted, at least; what was counted longer ago says nothing of now. */
const WINDOW_MS = 50;
const STALE_MS = 1000;

let answered = 0;
let countedFrom = 0;
let since = performance.now();
let crowd: Crowd = 'none';

/** How many visitors come: few or none, many, or as many as a machine can answer. */
export type Crowd = 'none' | 'crowd' | 'rush';

/** Counts a visitor that a tracking door answers. */
export function visitorCame(): void {
  answered += 1;
}

/** How many were answered so far: to see whether any came meanwhile. */
export const visitorsSoFar = (): number => answered;

/** How many visitors come at the moment. */
export function crowdNow(now = performance.now()): Crowd {
  const ms = now - since;
  if (ms < WINDOW_MS) return crowd;
  const perSecond = ms < STALE_MS ? ((answered - countedFrom) * 1000) / ms : 0;
  crowd = perSecond >= RUSH_PER_SECOND ? 'rush' : perSecond >= CROWD_PER_SECOND ? 'crowd' : 'none';
  countedFrom = answered;
  since = now;
  return crowd;
}

/** Whether visitors come in great numbers at the moment. */
export const isCrowded = (now?: number): boolean => crowdNow(now) !== 'none';
