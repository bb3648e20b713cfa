import { readdirSync, readFileSync } from 'node:fs';
import { startRole } from '../children';
import { ensureUser, signIn, type Reader } from '../reader';
import type { ScaleData } from './scale';

const KB = 1024;

/** The product with all of its roles, started by one command. */
export interface ProductProcess {
  port: number;
  reader: Reader;
  /** Resolves once every acknowledged click is stored. */
  drained(): Promise<void>;
  /** Peak memory of the process for background work in MB. Undefined if the system doesn't report it. */
  workerMemory(): number | undefined;
  stop(): Promise<void>;
}

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));
const PATIENCE_MS = 180_000;

const statusOf = (pid: string): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return undefined;
  }
};

const field = (status: string | undefined, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status ?? '')?.[1]);

/** Returns the largest peak memory among a process's children. Readers of long statements use less. */
const largestChild = (pid: number): number | undefined => {
  let pids: string[];
  try {
    pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return undefined;
  }
  const ofWorkers = pids.filter((child) => field(statusOf(child), 'PPid') === pid && isWorker(child));
  const peaks = ofWorkers.map((child) => field(statusOf(child), 'VmHWM') / KB);
  return peaks.length > 0 ? Math.max(...peaks) : undefined;
};

const isWorker = (pid: string): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker');
  } catch {
    return false;
  }
};

/** Starts the built product with all roles on the bench's database, and signs in. */
export const startProduct = async (data: ScaleData): Promise<ProductProcess> => {
  await ensureUser(data.db, data.actor.companyId);
  const server = await startRole({ ROLE: 'all', DATABASE_URL: data.url, DATA_DIR: data.dir }, '/ready');
  const address = `http://127.0.0.1:${server.port}`;
  const waiting = async (): Promise<number> => {
    const metrics = await (await fetch(`${address}/metrics`)).text();
    return Number(/^inflow_spool_waiting_bytes (\S+)$/m.exec(metrics)?.[1]);
  };
  return {
    port: server.port,
    reader: await signIn(address),
    async drained() {
      for (const deadline = Date.now() + PATIENCE_MS; (await waiting()) > 0; await pause(200)) {
        if (Date.now() > deadline) throw new Error('the clicks were not stored');
      }
    },
    workerMemory: () => largestChild(server.pid),
    stop: server.stop,
  };
};
