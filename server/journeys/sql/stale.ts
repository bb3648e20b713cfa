import { insertRows, type Tx } from '../../db/database';

/** Collects what must be derived again, so that each visitor and day is queued once a batch. */
export class StaleMarks {
  private readonly visitors = new Map<string, number>();
  private readonly days = new Set<number>();

  constructor(private readonly productId: number) {}

  /** @param since epoch milliseconds before which nothing of the visitor changed. */
  visitor(visitorId: string, since: number): void {
    const known = this.visitors.get(visitorId);
    if (known === undefined || since < known) this.visitors.set(visitorId, since);
  }

  /** @param day Tokyo day yyyymmdd whose facts changed. */
  day(day: number): void {
    this.days.add(day);
  }

  /** Appends to the queues, in the transaction of the change itself. */
  async save(tx: Tx): Promise<void> {
    const { productId } = this;
    await insertRows(
      tx,
      'stale_visitor',
      ['product_id', 'visitor_id', 'since'],
      [...this.visitors].map(([visitorId, since]) => [productId, visitorId, since]),
    );
    await insertRows(tx, 'stale_day', ['product_id', 'day'], [...this.days].sort().map((day) => [productId, day]));
  }
}
