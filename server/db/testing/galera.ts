import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort, mariaDbInstalled } from './mariadb';

const PROVIDER = [
  '/usr/lib/galera/libgalera_smm.so',
  '/usr/lib64/galera-4/libgalera_smm.so',
  '/usr/lib/libgalera_smm.so',
].find((path) => existsSync(path));

export const galeraInstalled = (): boolean => PROVIDER !== undefined && mariaDbInstalled();

/** State of a node as it reports it: `Synced 3 Primary`, with the number of nodes that it sees. */
type State = string;

/** Node of a test cluster. */
export interface GaleraNode {
  readonly port: number;
  /** Kills the node, like a power cut. */
  kill(): Promise<void>;
  /** Restarts a killed node on its data and waits until it is synced. */
  start(): Promise<void>;
  pause(): void;
  resume(): void;
  /** Cuts the node off from the others, or connects it again. */
  isolate(isolated: boolean): Promise<void>;
  query(sql: string): Promise<RowDataPacket[]>;
  state(): Promise<State>;
}

/** Cluster of the tests on loopback. */
export interface GaleraCluster {
  readonly nodes: readonly GaleraNode[];
  /** `mysql://` address of a database on the nodes in the given order; all by default. */
  url(database: string, nodes?: readonly GaleraNode[]): string;
  /** Starts all nodes after all were killed: the most advanced one first, which the others join. */
  bootstrap(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Takes the place of a state transfer. All nodes start from copies of one folder, so the writes that they miss
 * follow from the cache of another node (`--bypass`). A node that missed more can't join.
 */
const TRANSFER = `#!/bin/sh
while [ $# -gt 0 ]; do
  case "$1" in --role) role=$2;; --gtid) gtid=$2;; --address) address=$2;; --bypass) bypass=1;; esac
  shift
done
file="$(dirname "$0")/gtid-$(echo "$address" | sed 's,/.*,,;s,.*:,,')"
if [ "$role" = donor ]; then
  [ "$bypass" ] || exit 1
  echo "$gtid" > "$file.new"; mv "$file.new" "$file"; echo "done $gtid"
else
  rm -f "$file"; echo "ready $address"
  while [ ! -f "$file" ]; do sleep 0.1; done
  cat "$file"
fi
`;

/** Options that detect a lost node within two seconds, as in docker/compose.cluster.yml. */
export const DETECTION = [
  'evs.keepalive_period=PT0.5S',
  'evs.inactive_check_period=PT0.25S',
  'evs.suspect_timeout=PT1.5S',
  'evs.inactive_timeout=PT5S',
  'evs.install_timeout=PT5S',
].join(';');

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function queryOn(port: number, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ host: '127.0.0.1', port, user: 'root', connectTimeout: 2000 });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(sql);
    return rows;
  } finally {
    connection.destroy();
  }
}

/** Starts a cluster of three nodes; needs mariadbd with Galera on the machine. */
export async function startGalera(): Promise<GaleraCluster> {
  const dir = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'inflow-galera-'));
  const user = process.getuid?.() === 0 ? ['--user=root'] : [];
  writeFileSync(join(dir, 'wsrep_sst_copied'), TRANSFER, { mode: 0o755 });
  const env = { ...process.env, PATH: `${dir}:${process.env.PATH}:/usr/sbin` };
  const ports: Array<{ sql: number; group: number; writes: number; transfer: number }> = [];
  for (let i = 0; i < 3; i += 1)
    ports.push({
      sql: await freePort(),
      group: await freePort(),
      writes: await freePort(),
      transfer: await freePort(),
    });
  const data = (i: number): string => join(dir, `node-${i}`);
  const children: Array<ChildProcess | undefined> = [];
  const running = (i: number): ChildProcess | undefined => {
    const child = children[i];
    return child && child.exitCode === null && child.signalCode === null ? child : undefined;
  };

  const optionsOf = (i: number): string[] => {
    const { sql, group, writes, transfer } = ports[i]!;
    return [
      ...['--no-defaults', ...user, `--datadir=${data(i)}`, `--tmpdir=${data(i)}`, `--socket=${data(i)}/s`],
      ...[`--port=${sql}`, '--bind-address=127.0.0.1', '--max-connections=200', '--max-allowed-packet=64M'],
      ...[
        '--innodb-buffer-pool-size=64M',
        '--innodb-log-file-size=32M',
        '--innodb-flush-log-at-trx-commit=2',
      ],
      ...['--wsrep-on=ON', `--wsrep-provider=${PROVIDER}`, '--wsrep-cluster-name=inflow', '--skip-log-bin'],
      ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--wsrep-sst-method=copied'],
      ...[`--wsrep-node-address=127.0.0.1:${group}`, `--wsrep-sst-receive-address=127.0.0.1:${transfer}`],
      `--wsrep-provider-options=gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${writes};gcache.size=256M;${DETECTION}`,
    ];
  };
  const run = (i: number, options: readonly string[]): void => {
    const log = openSync(join(dir, `log-${i}`), 'a');
    children[i] = spawn('mariadbd', [...optionsOf(i), ...options], { env, stdio: ['ignore', log, log] });
  };
  const end = (i: number, signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      const child = running(i);
      if (!child) return resolve();
      child.once('exit', () => resolve());
      child.kill(signal);
      if (signal !== 'SIGKILL') child.kill('SIGCONT');
    });
  const state = async (i: number): Promise<State> => {
    const rows = await queryOn(ports[i]!.sql, "SHOW GLOBAL STATUS LIKE 'wsrep\\_%'");
    const values = new Map(rows.map((row) => [row.Variable_name, String(row.Value)]));
    return ['wsrep_local_state_comment', 'wsrep_cluster_size', 'wsrep_cluster_status']
      .map((name) => values.get(name))
      .join(' ');
  };
  const synced = async (i: number): Promise<void> => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (/^Synced .* Primary$/.test(await state(i).catch(() => ''))) return;
      if (!running(i)) break;
      await pause(100);
    }
    throw new Error(`Node ${i + 1} of the cluster did not start; see ${dir}/log-${i}`);
  };
  const all = `gcomm://${ports.map(({ group }) => `127.0.0.1:${group}`).join()}`;
  /** Returns where a killed node's data stands in the history of the cluster. */
  const positionOf = async (i: number): Promise<{ position: string; sequence: number }> => {
    const child = spawn('mariadbd', [...optionsOf(i), `--wsrep-cluster-address=${all}`, '--wsrep-recover'], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const found = /Recovered position: ([^:\s]+:(-?\d+))/.exec(await text(child.stderr));
    if (!found) throw new Error(`Node ${i + 1} of the cluster has no position`);
    return { position: found[1]!, sequence: Number(found[2]) };
  };
  const startAt = async (i: number, address: string, position: string): Promise<void> => {
    run(i, [`--wsrep-cluster-address=${address}`, `--wsrep-start-position=${position}`]);
    await synced(i);
  };
  const rejoin = async (i: number) => startAt(i, all, (await positionOf(i)).position);
  const bootstrap = async (): Promise<void> => {
    const places = ports.map((_, i) => i);
    const positions = await Promise.all(places.map(positionOf));
    const first = Math.max(...positions.map(({ sequence }) => sequence));
    const [leader = 0] = places.filter((i) => positions[i]!.sequence === first);
    const state = join(data(leader), 'grastate.dat');
    writeFileSync(state, readFileSync(state, 'utf8').replace('safe_to_bootstrap: 0', 'safe_to_bootstrap: 1'));
    // With the last view of the cluster, the nodes would wait for each other.
    for (const i of places) rmSync(join(data(i), 'gvwstate.dat'), { force: true });
    await startAt(leader, 'gcomm://', positions[leader]!.position);
    for (const i of places) if (i !== leader) await startAt(i, all, positions[i]!.position);
  };

  execFileSync(
    'mariadb-install-db',
    [
      ...['--no-defaults', ...user, `--datadir=${data(0)}`],
      ...['--auth-root-authentication-method=normal', '--skip-test-db'],
    ],
    { stdio: 'ignore' },
  );
  // The first start gives the folder its place in the history of the cluster, which the copies need.
  run(0, ['--wsrep-cluster-address=gcomm://']);
  await synced(0);
  await end(0, 'SIGTERM');
  for (const i of [1, 2])
    cpSync(data(0), data(i), { recursive: true, filter: (path) => !path.endsWith('galera.cache') });
  run(0, ['--wsrep-cluster-address=gcomm://']);
  await synced(0);
  for (const i of [1, 2]) {
    run(i, [`--wsrep-cluster-address=${all}`]);
    await synced(i);
  }

  const nodes = ports.map(({ sql }, i): GaleraNode => ({
    port: sql,
    kill: () => end(i, 'SIGKILL'),
    start: () => rejoin(i),
    pause: () => void running(i)?.kill('SIGSTOP'),
    resume: () => void running(i)?.kill('SIGCONT'),
    isolate: async (isolated) => {
      await queryOn(sql, `SET GLOBAL wsrep_provider_options = 'gmcast.isolate=${isolated ? 1 : 0}'`);
    },
    query: (text) => queryOn(sql, text),
    state: () => state(i),
  }));
  return {
    nodes,
    url: (database, chosen = nodes) =>
      `mysql://root@${chosen.map(({ port }) => `127.0.0.1:${port}`).join()}/${database}`,
    bootstrap,
    async stop() {
      await Promise.all(nodes.map((_, i) => end(i, 'SIGKILL')));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
