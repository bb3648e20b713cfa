import { Gauge } from 'prom-client';
import { countBacklog } from '../rollups';
import type { Database } from '../db/database';
import { isDatabaseAway } from '../db/transient-error';

const BACKLOGS = ['visitors', 'days', 'results', 'postback', 'reset_mail', 'delivery'] as const;

/** Counting stops here: a longer count would delay other work. */
const MAX_COUNT = 1_000_000;
/** Metrics of one scrape share their reads. */
const SHARED_MS = 200;

/** Waiting rows, and the age of the oldest in seconds. */
interface Waiting {
  readonly count: number;
  readonly lag: number;
}

type Backlogs = Readonly<Record<(typeof BACKLOGS)[number], Waiting>>;

interface Oldest {
  readonly n: number;
  readonly oldest: number | null;
}

const secondsSince = (oldest: number | null | undefined, now: number): number =>
  oldest == null ? 0 : Math.max(0, now - Number(oldest)) / 1000;

/** Reads the backlogs of all products. */
class BacklogReader {
  private last: { readonly at: number; readonly backlogs: Promise<Backlogs | null> } | undefined;
  /** Newest marks of visitors at earlier reads, the oldest first. A mark does not store its time. */
  private marks: { readonly at: number; readonly newest: number }[] = [];

  constructor(private readonly db: Database) {}

  /** Returns the backlogs; null while the database is away. */
  read(now = Date.now()): Promise<Backlogs | null> {
    if (!this.last || now - this.last.at >= SHARED_MS)
      this.last = {
        at: now,
        backlogs: this.readAll(now).catch((error: unknown) => {
          if (isDatabaseAway(error)) return null;
          throw error;
        }),
      };
    return this.last.backlogs;
  }

  /** Returns the age in seconds of the oldest postback without an outcome; NaN while the database is away. */
  async oldestPostback(now = Date.now()): Promise<number> {
    try {
      return secondsSince((await this.oldestOf('postback', 'created_at', 'due_at IS NOT NULL')).oldest, now);
    } catch (error) {
      if (isDatabaseAway(error)) return NaN;
      throw error;
    }
  }

  private async readAll(now: number): Promise<Backlogs> {
    const { visitors, days } = await countBacklog(this.db);
    const [stale] = await this.db.read<Oldest>( // Upgrades and `rebuild` mark days since 1.
      'SELECT COUNT(*) AS n, MIN(NULLIF(since, 1)) AS oldest FROM stale_day',
    );
    const results = await this.oldestOf('result_due', 'stored_at', "hold = ''");
    const queueOf = async (name: string): Promise<Waiting> => {
      const { n, oldest } = await this.oldestOf(name, 'due_at', 'due_at IS NOT NULL');
      return { count: n, lag: secondsSince(oldest, now) };
    };
    return {
      visitors: { count: visitors, lag: await this.visitorLag(now) },
      days: { count: days, lag: secondsSince(stale?.oldest, now) },
      results: { count: results.n, lag: secondsSince(results.oldest, now) },
      postback: await queueOf('postback'),
      reset_mail: await queueOf('reset_mail'),
      delivery: await queueOf('delivery'),
    };
  }

  private async oldestOf(table: string, column: string, where: string): Promise<Oldest> {
    const [row] = await this.db.read<Oldest>(
      `SELECT COUNT(*) AS n, MIN(NULLIF(${column}, 0)) AS oldest FROM (SELECT ${column} FROM ${table} WHERE ${where} LIMIT ${MAX_COUNT}) waiting`,
    );
    return { n: Number(row?.n ?? 0), oldest: row?.oldest ?? null };
  }

  /** Returns how long the oldest mark has waited, as far as earlier reads show it. */
  private async visitorLag(now: number): Promise<number> {
    const [row] = await this.db.read<{ oldest: number | null; newest: number | null }>(
      'SELECT MIN(id) AS oldest, MAX(id) AS newest FROM stale_visitor',
    );
    if (row?.oldest == null || row.newest === null) {
      this.marks = [];
      return 0;
    }
    const { oldest, newest } = row;
    this.marks = [...this.marks.filter((mark) => mark.newest >= oldest), { at: now, newest }];
    return secondsSince(this.marks[0]?.at, now);
  }
}

/**
 * Registers the backlogs of all products and the connections of this process in `/metrics`. Call once per
 * process.
 */
export function registerBacklogMetrics(db: Database): void {
  const reader = new BacklogReader(db);
  const byBacklog = (name: string, help: string, value: (waiting: Waiting) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['what'] as const,
      async collect() {
        const backlogs = await reader.read();
        // Earlier values would look current.
        for (const what of BACKLOGS) this.set({ what }, backlogs ? value(backlogs[what]) : NaN);
      },
    });
  byBacklog(
    'inflow_waiting',
    'Rows that wait, counted up to a million: visitors to derive, days to roll up, conversions without results, messages to send.',
    ({ count }) => count,
  );
  byBacklog(
    'inflow_waiting_seconds',
    'Age of the oldest row that waits; of messages, the time since they were due.',
    ({ lag }) => lag,
  );
  new Gauge({
    name: 'inflow_postback_oldest_seconds',
    help: 'Age of the oldest postback that is neither delivered nor given up.',
    async collect() {
      this.set(await reader.oldestPostback());
    },
  });
  new Gauge({
    name: 'inflow_pool_connections',
    help: 'Connections to the database server by pool and state: open, idle; waiting counts those who wait for one.',
    labelNames: ['pool', 'state'] as const,
    collect() {
      for (const { pool, ...states } of db.pools())
        for (const [state, count] of Object.entries(states)) this.set({ pool, state }, count);
    },
  });
}
