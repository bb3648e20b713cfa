import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import type { Config } from '../config';
import { tellOfCrowds } from '../backpressure/traffic-load-watch';
import type { Database } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';
import type { Logger } from '../http/log';
import { releaseLeasesOf, workWaits, type Queue, type Worker } from '../jobs';
import { beginProgram } from './program';

/** How often it is looked whether something waits, while nobody is at work. */
const LOOK_MS = 500;
/** After one that failed nobody is begun for so long, twice as long each time another fails soon. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Who lives so long fails for a reason of its own. */
const SETTLED_MS = 60_000;
/** How long the step under way may take when the product ends. */
const PATIENCE_MS = 30_000;

interface Dependencies {
  readonly config: Config;
  readonly db: Database;
  readonly log: Logger;
  readonly queues: readonly Queue[];
}

/**
 * The background work, done by a process beside this one: begun at the start and when something waits, and again whatever
 * ended it. It ends by itself when nothing has waited for a minute.
 */
export class WorkProcess implements Worker {
  private child: ChildProcess | undefined;
  private readonly ending = new AbortController();
  private readonly watched: Promise<void>;
  private pauseMs = FIRST_PAUSE_MS;

  constructor(private readonly deps: Dependencies) {
    this.watched = this.watch();
  }

  async stop(): Promise<void> {
    this.ending.abort();
    const { child } = this;
    child?.kill('SIGTERM');
    const patience = new AbortController();
    void this.pause(PATIENCE_MS, patience.signal).then(
      () => patience.signal.aborted || child?.kill('SIGKILL'),
    );
    await this.watched;
    patience.abort();
  }

  private async watch(): Promise<void> {
    const { signal } = this.ending;
    // Who starts the product is likely to try it at once.
    await this.work();
    while (!signal.aborted) {
      if (await this.waits()) await this.work();
      else await this.pause(LOOK_MS, signal);
    }
  }

  private async waits(): Promise<boolean> {
    const { db, queues, log } = this.deps;
    return workWaits(db, queues).catch((err: unknown) => {
      if (!isDatabaseAway(err)) log.error({ err }, 'nobody knows whether work waits');
      return false;
    });
  }

  /** Until whoever was begun has ended. */
  private async work(): Promise<void> {
    const { config, log } = this.deps;
    const { signal } = this.ending;
    const begun = Date.now();
    const child = beginProgram('worker', config);
    this.child = child;
    tellOfCrowds(child);
    let owner: unknown;
    child.once('message', (name) => (owner = name));
    if (signal.aborted) child.kill('SIGTERM');
    const how = await once(child, 'exit').then(
      ([code, by]: (number | string | null)[]) => code ?? by,
      (error: Error) => error.message,
    );
    this.child = undefined;
    if (how === 0 || signal.aborted) return;
    // One that was killed gave nothing back. Where this can't be said now, its leases run out.
    if (typeof owner === 'string') await releaseLeasesOf(this.deps.db, owner).catch(() => undefined);
    this.pauseMs =
      Date.now() - begun >= SETTLED_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, 2 * this.pauseMs);
    log.error({ how, againAfterMs: this.pauseMs }, 'the background work ended and is begun again');
    await this.pause(this.pauseMs, signal);
  }

  private async pause(ms: number, signal: AbortSignal): Promise<void> {
    await setTimeout(ms, undefined, { signal, ref: false }).catch(() => undefined);
  }
}
