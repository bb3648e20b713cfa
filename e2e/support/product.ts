import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../../server/db/testing/mariadb';
import { copyStoredDemo } from './demo-copy';

/** The tree, which holds the built server. */
export const ROOT = resolve(__dirname, '../..');
const READY_MS = 240_000;

/** Environment of a process. */
export type Env = Record<string, string | undefined>;

/** Environment of a product under test. It inherits only the usual shell variables. */
const cleanEnv = (env: Env): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  NODE_OPTIONS: process.env.NODE_OPTIONS,
  TEST_CLOCK_OFFSET: process.env.TEST_CLOCK_OFFSET,
  LOG_LEVEL: 'warn',
  ...env,
});

/** Output and exit of a child process. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

class Child {
  stdout = '';
  stderr = '';
  readonly ended: Promise<Ended>;

  constructor(readonly process: ChildProcess) {
    process.stdout?.on('data', (chunk: Buffer) => (this.stdout += chunk.toString()));
    process.stderr?.on('data', (chunk: Buffer) => (this.stderr += chunk.toString()));
    this.ended = new Promise((done) =>
      process.once('close', (code) => done({ code, stdout: this.stdout, stderr: this.stderr })),
    );
  }
}

const run = (command: string, args: string[], env: Env, cwd = ROOT): Child =>
  new Child(spawn(command, args, { cwd, env: cleanEnv(env), stdio: ['pipe', 'pipe', 'pipe'] }));

/** Runs an npm script to its end. `input` goes to its standard input. */
export const npmRun = (args: string[], env: Env, input = ''): Promise<Ended> => {
  const child = run('npm', ['run', '--silent', ...args], env);
  child.process.stdin?.end(input);
  return child.ended;
};

/** Runs an `npm start` that must fail. */
export const npmStartFails = (env: Env): Promise<Ended> => run('npm', ['start', '--silent'], env).ended;

/** A product started by `npm start`. */
export interface Product {
  url: string;
  dataDir: string;
  /** Environment for commands that run beside it. */
  env: Env;
  /** Process id of the `npm start` command. */
  pid: number;
  /** Milliseconds from the command to the first 200 of /ready. */
  readyAfter: number;
  stdout(): string;
  stderr(): string;
  /** Sends SIGTERM to the command and waits for its end. */
  stop(): Promise<Ended>;
  /** Kills a product that was started as a built server, like a power cut. */
  kill(): Promise<Ended>;
  /** Stops it and removes its data. */
  discard(): Promise<void>;
}

const isReady = async (url: string): Promise<boolean> => {
  try {
    return (await fetch(`${url}/ready`)).status === 200;
  } catch {
    return false;
  }
};

/** Creates a data folder. It contains the stored demo, if there is one, unless `DEMO` requests a new one. */
const freshDataDir = ({ DATABASE_URL, DEMO }: Env): string => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
  if (DATABASE_URL === undefined && DEMO === undefined) copyStoredDemo(dir);
  return dir;
};

/**
 * Starts the product by `npm start` on a free port (or `PORT`) with a new data folder, and waits until it is ready. With
 * `DEMO` it creates its demo itself, even if a demo is stored.
 * @param isStarted whether the wait is over; by default once it is ready
 * @param built folder with a built server to start instead
 */
export const startProduct = async (
  given: Env = {},
  isStarted: (url: string) => Promise<boolean> = isReady,
  built?: string,
): Promise<Product> => {
  const port = given.PORT ?? (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const dataDir = given.DATA_DIR ?? freshDataDir(given);
  const env: Env = { PORT: String(port), PUBLIC_URL: url, DATA_DIR: dataDir, ...given };
  const start = Date.now();
  const child =
    built === undefined
      ? run('npm', ['start'], env)
      : run(process.execPath, ['dist/server/main.cjs'], env, built);
  while (!(await isStarted(url))) {
    if (child.process.exitCode !== null || Date.now() - start > READY_MS) {
      // npm passes SIGTERM on. SIGKILL would leave the server running.
      child.process.kill('SIGTERM');
      throw new Error(`The product did not become ready:\n${child.stdout}\n${child.stderr}`);
    }
    await new Promise((wake) => setTimeout(wake, 100));
  }
  const readyAfter = Date.now() - start;
  const end = (signal: NodeJS.Signals): Promise<Ended> => {
    child.process.kill(signal);
    return child.ended;
  };
  const stop = () => end('SIGTERM');
  return {
    url,
    dataDir,
    env,
    pid: child.process.pid ?? 0,
    readyAfter,
    stdout: () => child.stdout,
    stderr: () => child.stderr,
    stop,
    kill: () => end('SIGKILL'),
    discard: async () => {
      await stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
