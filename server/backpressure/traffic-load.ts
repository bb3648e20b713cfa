/** From this rate on, work that can wait leaves more room for the tracking endpoints. */
const CROWD_PER_SECOND = 500;
/** From this rate on, the tracking endpoints need nearly all of a small machine. */
const RUSH_PER_SECOND = 5000;
/** Shortest counting window. A count older than STALE_MS says nothing about the current load. */
const WINDOW_MS = 50;
const STALE_MS = 1000;

let answered = 0;
let countedFrom = 0;
let since = performance.now();
let crowd: Crowd = 'none';

/** Level of tracking traffic: low, high, or close to the capacity of a machine. */
export type Crowd = 'none' | 'crowd' | 'rush';

/** Counts a visitor that a tracking endpoint answers. */
export function visitorCame(): void {
  answered += 1;
}

/** Returns the number of visitors answered so far; two readings show if any came in between. */
export const visitorsSoFar = (): number => answered;

/** Returns the current traffic load. */
export function crowdNow(now = performance.now()): Crowd {
  const ms = now - since;
  if (ms < WINDOW_MS) return crowd;
  const perSecond = ms < STALE_MS ? ((answered - countedFrom) * 1000) / ms : 0;
  crowd = perSecond >= RUSH_PER_SECOND ? 'rush' : perSecond >= CROWD_PER_SECOND ? 'crowd' : 'none';
  countedFrom = answered;
  since = now;
  return crowd;
}

/** True while the traffic load is high. */
export const isCrowded = (now?: number): boolean => crowdNow(now) !== 'none';
