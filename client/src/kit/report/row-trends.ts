import type { ReportRow } from './answer';

/** Values of a row by period. */
export type RowTrend = readonly (number | null)[];

/** Milliseconds to collect rows that come into view into one request. */
const TOGETHER_MS = 60;

/** Loads the trends of rows that come into view, batched and once per row. Failed rows stay empty. */
export class RowTrends {
  private readonly known = new Map<string, RowTrend | undefined>();
  private readonly waiting = new Map<string, ReportRow>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly load: (rows: readonly ReportRow[]) => Promise<ReadonlyMap<string, RowTrend>>,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(key: string): RowTrend | undefined {
    return this.known.get(key);
  }

  request(key: string, row: ReportRow): void {
    if (this.known.has(key) || this.waiting.has(key)) return;
    this.waiting.set(key, row);
    this.timer ??= setTimeout(() => void this.read(), TOGETHER_MS);
  }

  private async read(): Promise<void> {
    const rows = [...this.waiting];
    this.waiting.clear();
    this.timer = undefined;
    for (const [key] of rows) this.known.set(key, undefined);
    const trends = await this.load(rows.map(([, row]) => row)).catch(() => new Map<string, RowTrend>());
    for (const [key] of rows) this.known.set(key, trends.get(key));
    for (const listener of this.listeners) listener();
  }
}
