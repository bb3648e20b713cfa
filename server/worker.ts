import 'reflect-metadata';
import { setTimeout } from 'node:timers/promises';
import { openDatabase, servedDatabase } from './composition/open-database';
import { runAsChild } from './composition/run-as-child';
import { queuesOf, logJobFailure } from './composition/work';
import type { Config } from './config/config';
import { receiveTrafficLoad, lowerPriority } from './backpressure/traffic-load';
import { createLog, logCrash } from './http/request-log';
import { OWNER } from './jobs/job';
import { startWorker, hasPendingWork } from './sweeps';

const CHECK_MS = 5000;
/** Number of idle checks before the process exits and frees its memory. */
const MAX_IDLE_CHECKS = 12;

/**
 * Runs the background work in a process that visitors and users never wait for. The parent sends the
 * configuration and receives this process's lease owner name. The process exits after a minute without work,
 * on request, and when its parent exits for any reason.
 */
async function main(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  logCrash(log);
  const stopping = new AbortController();
  const { signal } = stopping;
  process.on('SIGTERM', () => stopping.abort()).on('disconnect', () => stopping.abort());
  // Ctrl+C in a terminal reaches the parent too, and the parent decides when to stop this process.
  process.on('SIGINT', () => undefined);
  lowerPriority();
  receiveTrafficLoad();
  process.send?.(OWNER);
  const db = servedDatabase(config, log, { background: true });
  await openDatabase({ config: { ...config, demo: false }, db, log, signal });
  if (!signal.aborted) {
    const queues = queuesOf(config, log);
    const worker = startWorker(db, logJobFailure(log), queues);
    for (let idle = 0; idle < MAX_IDLE_CHECKS && !signal.aborted;) {
      await setTimeout(CHECK_MS, undefined, { signal }).catch(() => undefined);
      // An unreachable database is no reason to exit.
      idle = (await hasPendingWork(db, queues).catch(() => true)) ? 0 : idle + 1;
    }
    await worker.stop();
  }
  await db.close();
}

runAsChild(main, "The background work can't go on");
