import type { EventEmitter } from 'node:events';
import type { ChildProcess } from 'node:child_process';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { getPriority, setPriority } from 'node:os';
import { isRecord } from '../../shared/records';

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
type TrafficLoad = 'none' | 'high' | 'peak';

/** Counts a visitor that a tracking endpoint answers. */
export function countVisitor(): void {
  served += 1;
}

/** Returns the number of visitors answered so far; two readings show if any came in between. */
const visitorCount = (): number => served;

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

/** Minimum gap between the starts of two queued requests. */
const GAP_MS = 20;
/** Wait after a request, as a multiple of the time that it took. */
const WAIT_FACTOR = 9;
/** Longest wait of a request, in ms. */
const MAX_WAIT_MS = 1000;

let nextStart = 0;

/**
 * Starts an API request at once, or queues it while tracking traffic is high.
 * @param answer emits `close` once the request is answered
 */
export function queueRequest(answer: EventEmitter, start: () => void): void {
  const now = performance.now();
  if (!isTrafficHigh(now)) return start();
  const at = Math.min(Math.max(now, nextStart), now + MAX_WAIT_MS);
  nextStart = at + GAP_MS;
  setTimeout(() => {
    const startedAt = performance.now();
    answer.once('close', () => {
      const endedAt = performance.now();
      nextStart = Math.max(nextStart, endedAt + Math.min(MAX_WAIT_MS, (endedAt - startedAt) * WAIT_FACTOR));
    });
    start();
  }, at - now);
}

/** How often the tracking process checks its traffic load. */
const CHECK_INTERVAL_MS = 250;
/** Rest of background work for each millisecond that a step took. */
const REST_FACTOR: Readonly<Record<TrafficLoad, number>> = { none: 0, high: 1, peak: 9 };
/** Longest rest: derived data must advance however long a step takes. */
const MAX_REST_MS = 2000;

let reportedLoad: TrafficLoad = 'none';

/** Reports changes of the traffic load to a child process until it exits. */
export function reportTrafficLoad(child: ChildProcess): void {
  let lastReported: TrafficLoad = 'none';
  const timer = setInterval(() => {
    const load = trafficLoad();
    if (load === lastReported || !child.connected) return;
    lastReported = load;
    // A child that has just exited causes a send error; ignore it.
    child.send({ trafficLoad: load }, () => undefined);
  }, CHECK_INTERVAL_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

/** Records the traffic load that the parent process reports. */
export function receiveTrafficLoad(): void {
  process.on('message', (message: unknown) => {
    if (!isRecord(message) || !('trafficLoad' in message)) return;
    const { trafficLoad: load } = message;
    if (load === 'none' || load === 'high' || load === 'peak') reportedLoad = load;
  });
}

/** Returns how long to rest after a step that took `stepMs`. */
export const restMs = (load: TrafficLoad, stepMs: number): number =>
  Math.min(MAX_REST_MS, stepMs * REST_FACTOR[load]);

/** Rests after a step of background work; the rest grows with the traffic load of the parent process. */
export async function restAfter(stepMs: number): Promise<void> {
  if (reportedLoad !== 'none') await sleep(restMs(reportedLoad, stepMs));
}

/** How long work may block the event loop: usually, and after visitors came during the last yield. */
const SLICE_MS = 15;
const SHORT_SLICE_MS = 2;
/** Longest yield, as a multiple of the time worked. */
const MAX_YIELD_FACTOR = 9;
/** Interval between two checks for new visitors. */
const POLL_MS = 4;
/**
 * Checks without a visitor that end a yield under high traffic. On a small machine a busy database delays
 * visitors.
 */
const MAX_IDLE_POLLS = 4;

/** Yields to other tasks, and to visitors while they keep coming. Returns true if any came. */
async function waitForTraffic(maxMs: number): Promise<boolean> {
  const until = performance.now() + maxMs;
  const first = visitorCount();
  await setImmediate();
  let seen = first;
  for (let idlePolls = 0; performance.now() < until;) {
    idlePolls = visitorCount() > seen ? 0 : idlePolls + 1;
    if (idlePolls > (isTrafficHigh() ? MAX_IDLE_POLLS : 0)) break;
    seen = visitorCount();
    await sleep(POLL_MS);
  }
  return visitorCount() > first;
}

/**
 * Returns a function to await between the slices of long work; it yields once a slice is used up.
 * @param sliceMs longest slice
 */
export function createTrafficYield(sliceMs = SLICE_MS): () => Promise<void> | undefined {
  let since = performance.now();
  let slice = sliceMs;
  return () => {
    const worked = performance.now() - since;
    if (worked < slice) return undefined;
    return waitForTraffic(worked * MAX_YIELD_FACTOR).then((hadTraffic) => {
      slice = hadTraffic ? Math.min(sliceMs, SHORT_SLICE_MS) : sliceMs;
      since = performance.now();
    });
  };
}

/** Nice value of background work: it runs at lower CPU priority than tracking requests. */
const BACKGROUND_PRIORITY = 10;

/** Lowers this process's priority. */
export function lowerPriority(): void {
  // Keeps an even lower priority that the process was started with.
  setPriority(Math.max(getPriority(), BACKGROUND_PRIORITY));
}
