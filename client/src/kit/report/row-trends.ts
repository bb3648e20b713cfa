import type { ReportRow } from './answer';

/** The values of a row by periods. */
export type RowTrend = readonly (number | null)[];

/** Milliseconds within which rows that come into sight are asked for together. */
const TOGETHER_MS = 60;

/**
 * The trends of the rows that come into sight: those of one moment are asked for at once, each row once. What could not
 * be read stays empty.
 */
export class RowTrends {
  private readonly known = new Map<string, RowTrend | undefined>();
  private readonly waiting = new Map<string, ReportRow>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ask: (rows: readonly ReportRow[]) => Promise<ReadonlyMap<string, RowTrend>>) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(key: string): RowTrend | undefined {
    return this.known.get(key);
  }

  want(key: string, row: ReportRow): void {
    if (this.known.has(key) || this.waiting.has(key)) return;
    this.waiting.set(key, row);
    this.timer ??= setTimeout(() => void this.read(), TOGETHER_MS);
  }

  private async read(): Promise<void> {
    const rows = [...this.waiting];
    this.waiting.clear();
    this.timer = undefined;
    for (const [key] of rows) this.known.set(key, undefined);
    const found = await this.ask(rows.map(([, row]) => row)).catch(() => new Map<string, RowTrend>());
    for (const [key] of rows) this.known.set(key, found.get(key));
    for (const listener of this.listeners) listener();
  }
}
