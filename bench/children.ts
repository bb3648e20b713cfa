import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { ensureBuilt, serverStep } from '../tools/build/steps';
import { freePort } from '../server/db/testing/mariadb';
import type { LoadResult } from './redirects/load';

const ROOT = resolve(__dirname, '..');
const execArgv = ['--import', 'tsx'];

/** Child process that listens on a port. */
export interface Child {
  port: number;
  pid: number;
  stop(): Promise<void>;
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

/** Starts the bare redirect server, the base of the comparison. */
export const startBare = async (): Promise<Child> => {
  const child = fork(join(__dirname, 'redirects/bare-child.ts'), { execArgv });
  const [port] = (await once(child, 'message')) as [number];
  return { port, pid: child.pid ?? 0, stop: () => end(child) };
};

const answers = async (port: number, path: string): Promise<boolean> => {
  try {
    return (
      (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'HEAD', redirect: 'manual' })).status < 400
    );
  } catch {
    return false;
  }
};

/** Starts the product in one role. It counts as started once the path `until` answers. */
export const startRole = async (env: NodeJS.ProcessEnv, until: string): Promise<Child> => {
  await ensureBuilt(serverStep, (line) => console.error(line));
  const port = await freePort();
  const base = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    JWT_SECRET: 'bench'.repeat(8),
  };
  const child = fork(join(ROOT, 'dist/server/main.cjs'), {
    cwd: ROOT,
    execArgv: [],
    env: { ...base, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  for (const deadline = Date.now() + 60_000; !(await answers(port, until));) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error('the product did not start');
    await new Promise((wake) => setTimeout(wake, 100));
  }
  return { port, pid: child.pid ?? 0, stop: () => end(child) };
};

/** Sends requests from a separate process. */
export const loadFrom = async (
  child: ChildProcess,
  port: number,
  path: string,
  ms: number,
  perSecond?: number,
): Promise<LoadResult> => {
  child.send({ port, path, connections: 64, ms, perSecond });
  const [result] = (await once(child, 'message')) as [LoadResult];
  return result;
};

export const startLoader = (): { child: ChildProcess; stop: () => Promise<void> } => {
  const child = fork(join(__dirname, 'redirects/load-child.ts'), { execArgv });
  return { child, stop: () => end(child) };
};
