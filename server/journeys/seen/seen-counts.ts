import { dayOf } from '../../../shared/domain/calendar';
import { DAY_MS } from '../../../shared/domain/journey';
import { insertRows, type Tx } from '../../db/database';
import { hostOf } from '../../platform/hosts';
import type { IncomingEvent } from '../events/incoming-event';
import { userAgentFacts } from '../ingest/exclusion';

/** Kinds of counted names. */
export const SEEN = { HOST: 1, USER_AGENT: 2 } as const;

/** Days for which counts are kept. */
const SEEN_DAYS = 30;
const MAX_HOST_LENGTH = 253;
const MAX_EXAMPLE_LENGTH = 500;

/** Returns the first Tokyo day of the counts. */
export const seenSince = (now: number): number => dayOf(now - SEEN_DAYS * DAY_MS);

/** Count of a host or of a family of user agents on one Tokyo day, as stored. */
export interface SeenRow {
  readonly day: number;
  readonly kind: number;
  /** Host, or family. */
  readonly name: string;
  /** For a family: 1 if its user agents are robots unless a list says otherwise. */
  readonly robot: number;
  /** Page views; for a family all events. */
  readonly views: number;
  readonly cvs: number;
  /** A user agent of the family. */
  readonly example: string | null;
}

export const SEEN_COLUMNS = ['day', 'kind', 'name', 'robot', 'views', 'cvs', 'example'] as const;

/** Adds up rows of the same day and name. */
export function sumSeen(rows: Iterable<SeenRow>): SeenRow[] {
  const sums = new Map<string, SeenRow>();
  for (const row of rows) {
    const key = `${row.day} ${row.kind} ${row.robot} ${row.name}`;
    const known = sums.get(key);
    sums.set(
      key,
      known
        ? { ...known, views: known.views + Number(row.views), cvs: known.cvs + Number(row.cvs) }
        : { ...row, views: Number(row.views), cvs: Number(row.cvs) },
    );
  }
  return [...sums.values()];
}

/**
 * Counts the hosts and user agents of one product's batch. The batch only inserts its sums, one row per day and
 * name: transactions that update common rows would wait for each other. `mergeSeen` adds the rows up later.
 */
export class SeenCounts {
  private readonly rows: SeenRow[] = [];
  private readonly since: number;

  constructor(
    private readonly productId: number,
    now: number,
  ) {
    this.since = seenSince(now);
  }

  /** Adds a stored event. Hosts are counted for events of the tag only. */
  add(event: IncomingEvent): void {
    const day = dayOf(event.time);
    if (day < this.since) return;
    const ua = event.ua?.replaceAll('\0', '');
    if (ua) {
      const { family: name, isBot } = userAgentFacts(ua);
      const example = ua.slice(0, MAX_EXAMPLE_LENGTH);
      this.rows.push({ day, kind: SEEN.USER_AGENT, name, robot: Number(isBot), views: 1, cvs: 0, example });
    }
    if (event.door !== 'collect' || event.type === 'click' || event.type === 'amendment') return;
    const host = hostOf(event.url);
    if (host === '' || host.length > MAX_HOST_LENGTH) return;
    const [views, cvs] = event.type === 'view' ? [1, 0] : [0, 1];
    this.rows.push({ day, kind: SEEN.HOST, name: host, robot: 0, views, cvs, example: null });
  }

  /** Stores the sums in the transaction of the events. */
  async save(tx: Tx): Promise<void> {
    await insertRows(tx, 'seen_count', SEEN_COLUMNS, sumSeen(this.rows), {
      product_id: this.productId,
      merged: 0,
    });
  }
}
