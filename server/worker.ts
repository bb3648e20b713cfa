import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from './composition/open-database';
import { runWhenTold } from './composition/run-program';
import { queuesOf, tellFailure } from './composition/work';
import type { Config } from './config';
import { hearOfCrowds } from './backpressure/traffic-load-watch';
import { stepBehindVisitors } from './backpressure/priority';
import { Database } from './db/database';
import { createLog } from './http/log';
import { OWNER, startWorker, workWaits } from './jobs';

const LOOK_MS = 5000;
/** Who finds nothing to do so often ends, and gives its memory back. */
const IDLE_LOOKS = 12;
/** Longer than the doors' process waits until it looks again whether it can write. */
const GAP_MS = 10;

/**
 * The background work in a process of its own, so that visitors and users never wait for it. Its parent sends the
 * configuration and is told its name among the owners of leases; it ends when nothing has waited for a minute, when it is told to, and with its parent,
 * however that ends.
 */
async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const ending = new AbortController();
  const { signal } = ending;
  process.on('SIGTERM', () => ending.abort()).on('disconnect', () => ending.abort());
  // A terminal's Ctrl+C reaches the parent too, which then says when.
  process.on('SIGINT', () => undefined);
  stepBehindVisitors();
  hearOfCrowds();
  process.send?.(OWNER);
  const db = new Database(config.database, { gapMs: GAP_MS });
  await openDatabase({ config: { ...config, demo: false }, db, log, signal });
  if (!signal.aborted) {
    const queues = queuesOf(config, log);
    const worker = startWorker(db, tellFailure(log), queues);
    for (let idle = 0; idle < IDLE_LOOKS && !signal.aborted;) {
      await setTimeout(LOOK_MS, undefined, { signal }).catch(() => undefined);
      // A database that is away is no reason to end.
      idle = (await workWaits(db, queues).catch(() => true)) ? 0 : idle + 1;
    }
    await worker.stop();
  }
  await db.close();
}

runWhenTold(main, "The background work can't go on");
