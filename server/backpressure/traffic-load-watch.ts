import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { isRecord } from '../../shared/records';
import { crowdNow, type Crowd } from './traffic-load';

/** How often the process that visitors talk to looks whether they come in crowds. */
const LOOK_MS = 250;
/** How long the work rests while they do, for each millisecond that a step took; */
const SHARE: Readonly<Record<Crowd, number>> = { none: 0, crowd: 1, rush: 9 };
/** but figures must go on, however long a step takes. */
const LONGEST_MS = 2000;

let told: Crowd = 'none';

/** Tells a process that works beside this one when crowds come and go, until it ends. */
export function tellOfCrowds(child: ChildProcess): void {
  let last: Crowd = 'none';
  const timer = setInterval(() => {
    const crowd = crowdNow();
    if (crowd === last || !child.connected) return;
    last = crowd;
    // One that just ended need not know.
    child.send({ crowd }, () => undefined);
  }, LOOK_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

/** The other side: remembers what the parent tells of crowds. */
export function hearOfCrowds(): void {
  process.on('message', (message: unknown) => {
    if (!isRecord(message) || !('crowd' in message)) return;
    const { crowd } = message;
    if (crowd === 'none' || crowd === 'crowd' || crowd === 'rush') told = crowd;
  });
}

/** How long to rest after a step that took so long. */
export const restOf = (crowd: Crowd, stepMs: number): number => Math.min(LONGEST_MS, stepMs * SHARE[crowd]);

/** To be awaited after a step of work that took so long: while crowds come elsewhere, it rests, the longer the more come. */
export async function restAfter(stepMs: number): Promise<void> {
  if (told !== 'none') await setTimeout(restOf(told, stepMs));
}
