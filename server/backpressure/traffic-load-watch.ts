import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { isRecord } from '../../shared/records';
import { trafficLoad, type TrafficLoad } from './traffic-load';

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
  if (reportedLoad !== 'none') await setTimeout(restMs(reportedLoad, stepMs));
}
