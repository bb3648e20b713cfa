import { statSync, utimesSync, writeFileSync } from 'node:fs';

/**
 * Lets the processes that write to one embedded database take turns. They poll for the lock, and never get it
 * if a busy process starts one transaction right after another. The time of a small file beside the database
 * says when a process last waited.
 */
export class WriteTurns {
  private announcedAt = 0;

  constructor(private readonly file: string) {}

  /** Announces that this process waits. */
  announce(): void {
    this.announcedAt = Date.now();
    try {
      utimesSync(this.file, this.announcedAt / 1000, this.announcedAt / 1000);
    } catch {
      writeFileSync(this.file, '', { mode: 0o600 });
    }
  }

  /** Whether another process has waited since this time in epoch milliseconds. */
  othersWaitedSince(time: number): boolean {
    const announcedAt = Math.round(statSync(this.file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return announcedAt >= time && announcedAt !== this.announcedAt;
  }
}
