import { monthOf, type Month } from '../../shared/domain/calendar';
import { insertRows, type Tx } from '../db/database';
import { MAX_LIST, chunksOf } from '../db/statements';
import { WRITER_VERSION } from '../db/writer-gate';

const HOUR_MS = 3_600_000;

/**
 * Events older than this mark their day. Most arrive within seconds. Late ones waited in a page or a spool, or
 * were sent by a server.
 */
export const MARKED_AFTER_MS = HOUR_MS / 4;

/** How long a day stays open after its end: longer than any transaction that does not mark it. */
export const OPEN_FOR_MS = MARKED_AFTER_MS + HOUR_MS;

interface VisitorMark {
  since: number;
  stored: number | null;
}

/**
 * Marks days for the rollups, one row a day. Inserts in the order of days, so concurrent writers wait instead
 * of deadlocking.
 *
 * @param queue `stale_media_day` for days with changes of media reports only, which take a fraction of the
 * time
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
    MAX_LIST,
  )) {
    await tx.execute(
      `INSERT INTO ${queue} (product_id, day, since, marks) VALUES ${chunk.map(() => '(?, ?, ?, 1)').join(', ')} ${again} marks = marks + 1`,
      chunk.flatMap((day) => [productId, day, now]),
    );
  }
}

/** Marks months whose journeys changed, one row a month. Goes through months in order, like `markDays`. */
export async function markJourneyMonths(tx: Tx, productId: number, months: Iterable<Month>): Promise<void> {
  const again =
    tx.dialect === 'sqlite' ? 'ON CONFLICT (product_id, month) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
  for (const chunk of chunksOf([...months].sort((a, b) => a - b)))
    await tx.execute(
      `INSERT INTO journey_month_mark (product_id, month, marks) VALUES ${chunk.map(() => '(?, ?, 1)').join(', ')} ${again} marks = marks + 1`,
      chunk.flatMap((month) => [productId, month]),
    );
}

/** Collects data to derive again and queues each visitor and day once per batch. */
export class StaleMarks {
  private readonly visitors = new Map<string, VisitorMark>();
  private readonly days = new Set<number>();
  private readonly months = new Set<Month>();

  constructor(private readonly productId: number) {}

  /** @param since epoch milliseconds of the visitor's first change */
  visitor(visitorId: string, since: number): void {
    const known = this.visitors.get(visitorId);
    if (!known) this.visitors.set(visitorId, { since, stored: null });
    else if (since < known.since) known.since = since;
  }

  /** Records that this many events of a marked visitor were stored with derived values. */
  storedWhole(visitorId: string, events: number): void {
    const known = this.visitors.get(visitorId);
    if (known) known.stored = events;
  }

  /** @param day Tokyo day yyyymmdd with changed data */
  day(day: number): void {
    this.days.add(day);
  }

  /** @param day Tokyo day of a changed final conversion, or of the last contact of a reference that changed */
  journeys(day: number): void {
    this.months.add(monthOf(day));
  }

  /** Adds the marks to the queues, in the transaction of the change. */
  async save(tx: Tx): Promise<void> {
    const { productId } = this;
    const rows = Array.from(
      this.visitors,
      ([visitorId, { since, stored }]) => [visitorId, since, stored] as const,
    );
    // In one order, so that concurrent writers wait instead of deadlocking.
    rows.sort(([a], [b]) => (a < b ? -1 : 1));
    await insertRows(tx, 'stale_visitor', ['visitor_id', 'since', 'stored_events'], rows, {
      product_id: productId,
      writer: WRITER_VERSION,
    });
    await markDays(tx, productId, this.days, Date.now());
    await markJourneyMonths(tx, productId, this.months);
  }
}
