import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';

/** A MariaDB of our own on a free port of the loopback, with its data in a folder that goes away. */
export interface PrivateMariadb {
  /** Address of a fresh, empty database with the product's collation. */
  createDatabase(name: string): Promise<string>;
  pid: number;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
}

const SEARCH_PATH = [process.env.PATH ?? '', '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'].join(':');
const env = { ...process.env, PATH: SEARCH_PATH };

/** Whether `mariadbd` stands on this machine. */
export const mariadbInstalled = (): boolean => spawnSync('mariadbd', ['--version'], { env }).status === 0;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

const connectWhenUp = async (port: number, alive: () => boolean) => {
  for (const deadline = Date.now() + 60_000; ; ) {
    try {
      return await createConnection({ host: '127.0.0.1', port, user: 'root' });
    } catch (error) {
      if (Date.now() > deadline || !alive()) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
};

/**
 * Installs and starts a private server. `poolMb` is its buffer pool.
 * Throws when mariadbd is missing or does not come up.
 */
export const startPrivateMariadb = async (poolMb = 256): Promise<PrivateMariadb> => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-mariadb-'));
  const asRoot = userInfo().uid === 0 ? ['--user=mysql'] : [];
  const data = join(dir, 'data');
  spawnSync('chmod', ['755', dir]);
  const installed = spawnSync(
    'mariadb-install-db',
    ['--no-defaults', ...asRoot, `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    { env, encoding: 'utf8' },
  );
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr || installed.error}`);
  const port = await freePort();
  const server = spawn(
    'mariadbd',
    [
      '--no-defaults', ...asRoot, `--datadir=${data}`, `--socket=${join(data, 's')}`, `--port=${port}`,
      '--bind-address=127.0.0.1', '--innodb-flush-log-at-trx-commit=1', `--innodb-buffer-pool-size=${poolMb}M`,
      '--character-set-server=utf8mb4', '--collation-server=utf8mb4_bin',
    ],
    { env, stdio: 'ignore' },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const admin = await connectWhenUp(port, () => server.exitCode === null);
  return {
    pid: server.pid ?? 0,
    createDatabase: async (name) => {
      await admin.query(`CREATE DATABASE \`${name}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
      return `mysql://root@127.0.0.1:${port}/${name}`;
    },
    stop: async () => {
      await admin.end().catch(() => undefined);
      server.kill('SIGTERM');
      await ended;
      rmSync(dir, { recursive: true, force: true });
    },
  };
};
