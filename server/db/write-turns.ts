import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { getPriority } from 'node:os';

/** Pause after a transaction if another process waited for the lock. Longer than the interval between two tries. */
const TURN_MS = 8;
/** How long background work stays away after a request waited: a person's next changes follow soon. */
const PRECEDENCE_MS = 40;
/** Background work that has waited this long no longer stays away. */
const PATIENCE_MS = 500;

/**
 * Lets the processes that write to one embedded database take turns. They poll for the lock, and never get it
 * if a busy process starts one transaction right after another. The times of small files beside the database
 * say when a process last waited. Processes of lowered CPU priority, such as the worker and `import`, let the
 * requests of others go first.
 */
export class WriteTurns {
  private announcedAt = 0;
  private freeFrom = 0;
  private readonly requests: string;

  /** @param isBackground whether this process lets requests go first; `lowerPriority` can run later */
  constructor(
    private readonly file: string,
    private readonly isBackground = (): boolean => getPriority() > 0,
  ) {
    this.requests = `${file}-requests`;
  }

  /** Announces that this process waits. */
  announce(): void {
    this.announcedAt = Date.now();
    touch(this.file, this.announcedAt);
    if (!this.isBackground()) touch(this.requests, this.announcedAt);
  }

  /** Returns the milliseconds before this process tries to lock. @param waitedMs how long it has waited */
  pauseMs(waitedMs = 0): number {
    const now = Date.now();
    const yields = this.isBackground() && waitedMs < PATIENCE_MS;
    const toRequests = yields ? timeOf(this.requests) + PRECEDENCE_MS - now : 0;
    // The clock may have been set back.
    return Math.min(PRECEDENCE_MS, Math.max(0, this.freeFrom - now, toRequests));
  }

  /** Ends a transaction that began at this time. */
  end(from: number): void {
    const waitedAt = timeOf(this.file);
    if (waitedAt >= from && waitedAt !== this.announcedAt) this.freeFrom = Date.now() + TURN_MS;
  }
}

const timeOf = (file: string): number => Math.round(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);

const touch = (file: string, time: number): void => {
  const set = () => utimesSync(file, time / 1000, time / 1000);
  try {
    set();
  } catch {
    writeFileSync(file, '', { mode: 0o600 });
    set();
  }
};
