import type { ChildProcess } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { isCrowded } from './crowd';

/** How often the process that visitors talk to looks whether they come in crowds. */
const LOOK_MS = 250;
/** How long the work rests while they do, for each millisecond that a step took. */
const SHARE = 1;

let toldCrowded = false;

/** Tells a process that works beside this one when crowds come and go, until it ends. */
export function tellOfCrowds(child: ChildProcess): void {
  let told = false;
  const timer = setInterval(() => {
    const crowded = isCrowded();
    if (crowded === told || !child.connected) return;
    told = crowded;
    // One that just ended need not know.
    child.send({ crowded }, () => undefined);
  }, LOOK_MS);
  timer.unref();
  child.once('exit', () => clearInterval(timer));
}

/** The other side: remembers what the parent tells of crowds. */
export function hearOfCrowds(): void {
  process.on('message', (message: unknown) => {
    if (typeof message === 'object' && message !== null && 'crowded' in message) toldCrowded = message.crowded === true;
  });
}

/** To be awaited after a step of work that took so long: while crowds come elsewhere, it rests for as long. */
export async function restAfter(stepMs: number): Promise<void> {
  if (toldCrowded) await setTimeout(stepMs * SHARE);
}
