import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { isRecord } from '../../shared/records';
import { crowdNow, type Crowd } from './traffic-load';

/** How often the tracking process checks its traffic load. */
const LOOK_MS = 250;
/** Rest of background work for each millisecond that a step took. */
const SHARE: Readonly<Record<Crowd, number>> = { none: 0, crowd: 1, rush: 9 };
/** Longest rest: derived data must advance however long a step takes. */
const LONGEST_MS = 2000;

let told: Crowd = 'none';

/** Reports changes of the traffic load to a child process until it exits. */
export function tellOfCrowds(child: ChildProcess): void {
  let last: Crowd = 'none';
  const timer = setInterval(() => {
    const crowd = crowdNow();
    if (crowd === last || !child.connected) return;
    last = crowd;
    // A child that has just exited causes a send error; ignore it.
    child.send({ crowd }, () => undefined);
  }, LOOK_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

/** Records the traffic load that the parent process reports. */
export function hearOfCrowds(): void {
  process.on('message', (message: unknown) => {
    if (!isRecord(message) || !('crowd' in message)) return;
    const { crowd } = message;
    if (crowd === 'none' || crowd === 'crowd' || crowd === 'rush') told = crowd;
  });
}

/** Returns how long to rest after a step that took `stepMs`. */
export const restOf = (crowd: Crowd, stepMs: number): number => Math.min(LONGEST_MS, stepMs * SHARE[crowd]);

/** Rests after a step of background work; the rest grows with the traffic load of the parent process. */
export async function restAfter(stepMs: number): Promise<void> {
  if (told !== 'none') await setTimeout(restOf(told, stepMs));
}
