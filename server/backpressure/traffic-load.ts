/** From this rate on, work that can wait leaves more room for the tracking endpoints. */
const HIGH_PER_SECOND = 500;
/** From this rate on, the tracking endpoints need nearly all of a small machine. */
const PEAK_PER_SECOND = 5000;
/** Shortest counting window. A count older than STALE_MS says nothing about the current load. */
const WINDOW_MS = 50;
const STALE_MS = 1000;

let served = 0;
let servedBefore = 0;
let since = performance.now();
let load: TrafficLoad = 'none';

/** Level of tracking traffic: low, high, or close to the capacity of a machine. */
export type TrafficLoad = 'none' | 'high' | 'peak';

/** Counts a visitor that a tracking endpoint answers. */
export function countVisitor(): void {
  served += 1;
}

/** Returns the number of visitors answered so far; two readings show if any came in between. */
export const visitorCount = (): number => served;

/** Returns the current traffic load. */
export function trafficLoad(now = performance.now()): TrafficLoad {
  const ms = now - since;
  if (ms < WINDOW_MS) return load;
  const perSecond = ms < STALE_MS ? ((served - servedBefore) * 1000) / ms : 0;
  load = perSecond >= PEAK_PER_SECOND ? 'peak' : perSecond >= HIGH_PER_SECOND ? 'high' : 'none';
  servedBefore = served;
  since = now;
  return load;
}

/** True while the traffic load is high. */
export const isTrafficHigh = (now?: number): boolean => trafficLoad(now) !== 'none';
