import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

const SERVER = ['/usr/sbin/mariadbd', '/usr/local/sbin/mariadbd', '/usr/bin/mariadbd'].find((path) =>
  existsSync(path),
);

/** Private MariaDB server of the tests, on a free loopback port, in a temporary folder. */
export interface PrivateMariaDb {
  readonly port: number;
  readonly dir: string;
  /** Creates an empty database and returns its `mysql://` address. */
  createDatabase(name: string): Promise<string>;
  /** Kills the server, like a power cut. */
  kill(): Promise<void>;
  /** Suspends the server: it keeps its connections but doesn't respond. */
  pause(): Promise<void>;
  /** Resumes the server. */
  resume(): void;
  /** Restarts the server on the same data. */
  start(): Promise<void>;
  /** Stops the server and removes its folder. */
  stop(): Promise<void>;
}

export const mariaDbInstalled = (): boolean => SERVER !== undefined;

/** Returns a free port of the loopback interface. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

async function answers(port: number): Promise<boolean> {
  try {
    const connection = await createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      connectTimeout: 1000,
    });
    await connection.end();
    return true;
  } catch {
    return false;
  }
}

interface MariaDbOptions {
  readonly bufferPool?: string;
  readonly redoLog?: string;
  /**
   * For tests that don't check durability: skips waiting for the disk, and uses memory if there is enough.
   */
  readonly forgetful?: boolean;
}

const MEMORY = '/dev/shm';
const ROOM = 4 * 1024 ** 3;

const memoryOr = (folder: string): string => {
  if (!existsSync(MEMORY)) return folder;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM && freemem() > 2 * ROOM ? MEMORY : folder;
};

/**
 * Returns whether all threads stopped: SIGSTOP reaches them one by one, and a running one can still respond.
 * Returns true without /proc.
 */
const allStopped = (pid = 0): boolean => {
  const tasks = `/proc/${pid}/task`;
  return (
    !existsSync(tasks) ||
    readdirSync(tasks).every((task) =>
      readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ')[1]?.startsWith('T'),
    )
  );
};

/** Installs and starts a private server; needs `mariadbd` on the machine. */
export async function startMariaDb({
  bufferPool = '256M',
  redoLog = '96M',
  forgetful = false,
}: MariaDbOptions = {}): Promise<PrivateMariaDb> {
  if (!SERVER) throw new Error('mariadbd is not installed');
  const dir = mkdtempSync(join(forgetful ? memoryOr(tmpdir()) : tmpdir(), 'inflow-mariadb-'));
  const durability = forgetful
    ? ['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--sync-frm=0']
    : ['--innodb-flush-log-at-trx-commit=1'];
  const port = await freePort();
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  execFileSync(
    'mariadb-install-db',
    [
      '--no-defaults',
      ...user,
      `--datadir=${dir}/data`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
    ],
    { stdio: 'ignore' },
  );
  let child: ChildProcess | undefined;

  const start = async () => {
    // A starting server removes leftover temporary tables, including those of other servers in a shared
    // folder.
    child = spawn(
      SERVER,
      [
        '--no-defaults',
        ...user,
        `--datadir=${dir}/data`,
        `--tmpdir=${dir}/data`,
        `--socket=${dir}/s`,
        `--port=${port}`,
        '--bind-address=127.0.0.1',
        ...durability,
        `--innodb-buffer-pool-size=${bufferPool}`,
        `--innodb-log-file-size=${redoLog}`,
        '--innodb-compression-level=1',
        '--max-connections=200',
        '--max-allowed-packet=64M',
      ],
      { stdio: 'ignore' },
    );
    for (let i = 0; i < 300; i += 1) {
      if (await answers(port)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('MariaDB did not start');
  };

  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
    });

  await start();
  return {
    port,
    dir,
    start,
    kill: () => end('SIGKILL'),
    async pause() {
      child?.kill('SIGSTOP');
      while (!allStopped(child?.pid)) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    resume: () => void child?.kill('SIGCONT'),
    async createDatabase(name) {
      const connection = await createConnection({ host: '127.0.0.1', port, user: 'root' });
      await connection.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
      await connection.end();
      return `mysql://root@127.0.0.1:${port}/${name}`;
    },
    async stop() {
      await end('SIGTERM');
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
