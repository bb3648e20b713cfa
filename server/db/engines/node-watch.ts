import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import type { MysqlTarget } from '../../config/config';
import { innermost, isDatabaseAway } from '../transient-error';
import { whenLate } from './when-late';

/** Address of a database server. */
export type Address = MysqlTarget['hosts'][number];

/** Result of a check of a node. */
export interface Verdict {
  /** `poor` nodes may fail writes; they are used only if no node is good. */
  readonly state: 'good' | 'poor' | 'away';
  readonly reason: string;
}

/** Reason of a node that hangs. */
export const SILENT = 'does not answer';

const GOOD: Verdict = { state: 'good', reason: 'good' };
const away = (reason: string): Verdict => ({ state: 'away', reason });
const poor = (reason: string): Verdict => ({ state: 'poor', reason });

const READ_ONLY = [
  'read_only',
  'super_read_only',
  'innodb_read_only',
  'tidb_super_read_only',
  'tidb_restricted_read_only',
];
const VARIABLES = `SHOW GLOBAL VARIABLES WHERE Variable_name IN (${[...READ_ONLY, 'wsrep_on', 'wsrep_provider'].map((name) => `'${name}'`).join()})`;
const STATUS = "SHOW GLOBAL STATUS LIKE 'wsrep\\_%'";

const isOff = (value = 'OFF'): boolean => /^(off|0|)$/i.test(value);

/** Returns whether the variables are those of a node of a Galera cluster. */
const isGalera = (settings: ReadonlyMap<string, string>): boolean =>
  !isOff(settings.get('wsrep_on')) && settings.get('wsrep_provider') !== 'none';

/** Judges a node by its variables and status. Servers without the variables of a cluster are good. */
export function judgeNode(settings: ReadonlyMap<string, string>): Verdict {
  if (isGalera(settings)) {
    if (settings.get('wsrep_cluster_status') !== 'Primary') return away('not in the primary component');
    if (isOff(settings.get('wsrep_ready'))) return away('not ready');
    const state = settings.get('wsrep_local_state');
    if (state === '2') return poor('donor of a state transfer');
    if (state !== '4') return poor('joining the cluster');
  }
  return READ_ONLY.some((name) => !isOff(settings.get(name))) ? poor('read-only') : GOOD;
}

const EVERY_MS = 1000;
/** A node without a response for this long hangs. */
const TIMEOUT_MS = 3500;

/** Returns true for refusals of a running server, such as a wrong password or too many connections. */
function isRefusal(error: unknown): boolean {
  const { errno = 0 } = innermost(error);
  return errno > 0 && errno !== 1047 && errno !== 1053;
}

/**
 * Checks a node every second. A stopped server keeps its connections open without responding, and a node that
 * lost its cluster still accepts connections.
 */
export class NodeWatch {
  verdict: Verdict = away('not checked yet');
  /** Monotonic time since when the state is the same. */
  since = 0;
  /** Error of the last check. */
  error: unknown;
  private stopped = false;
  private timer?: NodeJS.Timeout;
  private connection: Connection | undefined;
  private running: Promise<void> | undefined;

  /** @param onVerdict called after each check */
  constructor(
    readonly address: Address,
    private readonly login: Pick<MysqlTarget, 'user' | 'password'>,
    private readonly onVerdict: () => void,
  ) {}

  /** Checks the node now, or waits for a check in progress, and continues to check it every second. */
  check(): Promise<void> {
    clearTimeout(this.timer);
    this.running ??= this.judge().then((verdict) => {
      this.running = undefined;
      if (this.stopped) return;
      if (verdict.state !== this.verdict.state || this.since === 0) this.since = performance.now();
      this.verdict = verdict;
      this.timer = setTimeout(() => void this.check(), EVERY_MS).unref();
      this.onVerdict();
    });
    return this.running;
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.disconnect();
  }

  private async judge(): Promise<Verdict> {
    const verdict = await new Promise<Verdict>((resolve) => {
      const cancel = whenLate(TIMEOUT_MS, () => resolve(away(SILENT)));
      void this.ask()
        .catch((error: unknown) => this.refused(error))
        .then((answer) => {
          cancel();
          resolve(answer);
        });
    });
    // Behind a proxy the next connection can reach another node.
    if (verdict.state !== 'good') this.disconnect();
    return verdict;
  }

  private async ask(): Promise<Verdict> {
    this.error = undefined;
    this.connection ??= await this.connect();
    const settings = await this.show(VARIABLES);
    return judgeNode(isGalera(settings) ? new Map([...settings, ...(await this.show(STATUS))]) : settings);
  }

  /** Returns names and values; none if the server does not know the statement. */
  private async show(sql: string): Promise<Map<string, string>> {
    try {
      const [rows] = (await this.connection?.query<RowDataPacket[][]>({ sql, rowsAsArray: true })) ?? [[]];
      return new Map(rows.map(([name, value]) => [String(name).toLowerCase(), String(value)]));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.connection?.query('SELECT 1');
      return new Map();
    }
  }

  private refused(error: unknown): Verdict {
    this.disconnect();
    this.error = error;
    if (innermost(error).errno === 1047) return away('not in the primary component');
    // The connections that are already open can still work.
    if (isRefusal(error) && this.verdict.state !== 'away') return this.verdict;
    return away(isDatabaseAway(error) ? 'not reachable' : 'refuses the login');
  }

  private async connect(): Promise<Connection> {
    const { user, password } = this.login;
    const { host, port } = this.address;
    const connection = await createConnection({
      host,
      port,
      user,
      password,
      connectTimeout: 2 * TIMEOUT_MS,
    });
    connection.on('error', () => {
      if (connection !== this.connection) return;
      this.disconnect();
      void this.check();
    });
    // The connection may have been requested before the stop and opened after it.
    if (this.stopped) connection.destroy();
    return connection;
  }

  private disconnect(): void {
    this.connection?.destroy();
    this.connection = undefined;
  }
}
