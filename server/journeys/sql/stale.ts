import { insertRows, type Tx } from '../../db/database';
import { LIST, chunksOf } from './chunks';

interface VisitorMark {
  since: number;
  stored: number | null;
}

/**
 * Marks days for the rollups: a row a day, however often it is marked. In the order of the days, so that
 * writers wait for each other and don't deadlock.
 *
 * @param queue `stale_media_day` for days of which only what media report changed: they take a fraction of the time
 */
export async function markDays(
  tx: Tx,
  productId: number,
  days: Iterable<number>,
  now: number,
  queue: 'stale_day' | 'stale_media_day' = 'stale_day',
): Promise<void> {
  const again =
    tx.dialect === 'sqlite' ? 'ON CONFLICT (product_id, day) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
  for (const chunk of chunksOf(
    [...days].sort((a, b) => a - b),
    LIST,
  )) {
    await tx.execute(
      `INSERT INTO ${queue} (product_id, day, since, marks) VALUES ${chunk.map(() => '(?, ?, ?, 1)').join(', ')} ${again} marks = marks + 1`,
      chunk.flatMap((day) => [productId, day, now]),
    );
  }
}

/** Collects what must be derived again, so that each visitor and day is queued once a batch. */
export class StaleMarks {
  private readonly visitors = new Map<string, VisitorMark>();
  private readonly days = new Set<number>();

  constructor(private readonly productId: number) {}

  /** @param since epoch milliseconds before which nothing of the visitor changed. */
  visitor(visitorId: string, since: number): void {
    const known = this.visitors.get(visitorId);
    if (!known) this.visitors.set(visitorId, { since, stored: null });
    else if (since < known.since) known.since = since;
  }

  /** Says of a marked visitor that so many events were stored with what is derived of them. */
  storedWhole(visitorId: string, events: number): void {
    const known = this.visitors.get(visitorId);
    if (known) known.stored = events;
  }

  /** @param day Tokyo day yyyymmdd whose facts changed. */
  day(day: number): void {
    this.days.add(day);
  }

  /** Adds to the queues, in the transaction of the change itself. */
  async save(tx: Tx): Promise<void> {
    const { productId } = this;
    await insertRows(
      tx,
      'stale_visitor',
      ['visitor_id', 'since', 'stored_events'],
      Array.from(this.visitors, ([visitorId, { since, stored }]) => [visitorId, since, stored]),
      { product_id: productId },
    );
    await markDays(tx, productId, this.days, Date.now());
  }
}
