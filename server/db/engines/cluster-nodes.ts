import { Counter, Gauge } from 'prom-client';
import type { MysqlTarget } from '../../config/config';
import { DatabaseAwayError, isDatabaseAway } from '../transient-error';
import { NodeWatch, SILENT, type Address, type Verdict } from './node-watch';

/** Choice of the node to use. */
export interface NodeChange {
  /** Node in use from now on; undefined if none can be used. */
  readonly node: string | undefined;
  readonly left: string | undefined;
  /** Why the other node was left, or the states of the nodes at the first choice. */
  readonly reason: string;
}

/** A node that is better in order is used again after it was good for this long. */
const RETURN_MS = 15_000;

const RANK: Record<Verdict['state'], number> = { away: 0, poor: 1, good: 2 };

/**
 * Chooses the node to use: the current one while none is in a better state, else the first of the best. A good
 * node that comes earlier in DATABASE_URL is returned to after a while.
 * @returns the place of the node; undefined if none can be used
 */
export function chooseNode(
  nodes: ReadonlyArray<{ readonly state: Verdict['state']; readonly forMs: number }>,
  current: number | undefined,
): number | undefined {
  const best = Math.max(...nodes.map(({ state }) => RANK[state]));
  if (best === 0) return undefined;
  const isCurrentBest = current !== undefined && RANK[nodes[current]?.state ?? 'away'] === best;
  const first = nodes.findIndex(
    ({ state, forMs }, place) =>
      RANK[state] === best &&
      (!isCurrentBest || place === current || (state === 'good' && forMs >= RETURN_MS)),
  );
  return first < 0 ? undefined : first;
}

const nameOf = ({ host, port }: Address): string => `${host}:${port}`;

/** Time that running transactions get before a return to an earlier node. */
const DRAIN_MS = 2000;

const watched = new Set<ClusterNodes>();

// Registers itself.
new Gauge({
  name: 'inflow_database_node',
  help: 'Nodes of DATABASE_URL with their state: used, good, poor (donor, joining, read-only), away.',
  labelNames: ['node', 'state', 'reason'] as const,
  collect() {
    this.reset();
    for (const nodes of watched) for (const labels of nodes.states()) this.set(labels, 1);
  },
});

const changes = new Counter({
  name: 'inflow_database_node_changes_total',
  help: 'Changes of the database node in use, by the node left and the reason.',
  labelNames: ['node', 'reason'] as const,
});

interface Listeners {
  /** Waits for running transactions before a node that still works is left. */
  readonly drain: (withinMs: number) => Promise<void>;
  /** Closes the connections to the node that was left. */
  readonly left: () => void;
  readonly onChange: (change: NodeChange) => void;
}

/** Watches the nodes of DATABASE_URL and chooses the one that this process uses. */
export class ClusterNodes {
  private readonly watches: readonly NodeWatch[];
  private current: NodeWatch | undefined;
  private last: NodeWatch | undefined;
  private moving: Promise<void> | undefined;
  private started = false;

  constructor(
    { hosts, ...login }: MysqlTarget,
    private readonly listeners: Listeners,
  ) {
    this.watches = hosts.map((address) => new NodeWatch(address, login, () => this.choose()));
    watched.add(this);
  }

  /** Waits until a node is chosen. @throws DatabaseAwayError; the error of a server that refuses the login */
  async start(): Promise<Address> {
    for (const watch of this.watches) void watch.check();
    for (const watch of this.watches) {
      await watch.check();
      if (this.stateOf(watch) === 'good') break;
    }
    this.started = true;
    this.choose();
    if (this.current) return this.current.address;
    const refusals = this.watches.map(({ error }) => error);
    throw refusals.every((error) => error && !isDatabaseAway(error))
      ? refusals[0]
      : new DatabaseAwayError(this.describe());
  }

  /** Address for new connections. */
  get address(): Address {
    const { address } = this.current ?? this.last ?? this.watches[0] ?? {};
    if (!address) throw new DatabaseAwayError();
    return address;
  }

  /** Reason why the node in use may fail, or why there is none. */
  get fault(): string | undefined {
    return this.current?.verdict.state === 'good' ? undefined : this.describe();
  }

  /** Waits for a change of the node in progress. @throws DatabaseAwayError if no node can be used */
  async require(): Promise<void> {
    await this.moving;
    // A node that refused connections may be back; one that hangs is not worth the wait.
    if (!this.current)
      await Promise.all(
        this.watches.filter(({ verdict }) => verdict.reason !== SILENT).map((watch) => watch.check()),
      );
    if (!this.current) throw new DatabaseAwayError(this.describe());
  }

  /** Checks the node in use now. Returns true if a statement that lost its connection is worth repeating. */
  async recheck(): Promise<boolean> {
    await this.current?.check();
    await this.moving;
    return this.current !== undefined;
  }

  stop(): void {
    watched.delete(this);
    for (const watch of this.watches) watch.stop();
  }

  /** Labels of the nodes for metrics. */
  states(): Array<{ node: string; state: string; reason: string }> {
    return this.watches.map((watch) => ({
      node: nameOf(watch.address),
      state: watch === this.current ? 'used' : this.stateOf(watch),
      reason: watch.verdict.reason,
    }));
  }

  /** Addresses are left out: /ready is public. */
  private describe(): string {
    return this.watches.map(({ verdict }, place) => `node ${place + 1}: ${verdict.reason}`).join('; ');
  }

  /**
   * A single address can be a proxy in front of several nodes: what one connection finds is not true for the
   * others, so only the statements themselves fail.
   */
  private stateOf({ verdict, error }: NodeWatch): Verdict['state'] {
    const isSingle = this.watches.length === 1;
    const answers = error === undefined && verdict.reason !== SILENT;
    return isSingle && answers && this.started && verdict.state === 'away' ? 'poor' : verdict.state;
  }

  private choose(): void {
    if (!this.started || this.moving) return;
    const now = performance.now();
    const place = chooseNode(
      this.watches.map((watch) => ({ state: this.stateOf(watch), forMs: now - watch.since })),
      this.current && this.watches.indexOf(this.current),
    );
    const next = place === undefined ? undefined : this.watches[place];
    if (next === this.current) return;
    if (this.current && next && this.stateOf(this.current) === 'good')
      this.moving = this.listeners.drain(DRAIN_MS).then(() => {
        this.moving = undefined;
        this.use(next, 'an earlier node is good again');
        this.choose();
      });
    else this.use(next, this.current?.verdict.reason ?? this.describe());
  }

  private use(next: NodeWatch | undefined, reason: string): void {
    const left = this.current;
    this.last = left ?? this.last;
    this.current = next;
    if (this.watches.length === 1 && !this.last) return;
    this.listeners.left();
    const name = left && nameOf(left.address);
    if (name) changes.inc({ node: name, reason });
    this.listeners.onChange({ node: next && nameOf(next.address), left: name, reason });
  }
}
