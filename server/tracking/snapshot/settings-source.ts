import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { readRevision, readSettings } from './read-settings';
import { compileSnapshot, type Snapshot } from './snapshot';
import { loadSettingsFile, saveSettingsFile } from './snapshot-file';

const POLL_MS = 1000;
/** A database that does not answer within this time counts as down. */
const TIMEOUT_MS = 3000;
const EMPTY: Snapshot = { revision: -1, links: new Map(), products: new Map() };

/**
 * Settings of the collectors in memory. Polls the database's revision every second and saves each change on
 * disk. If the database is down at the start, the settings come from disk.
 */
export class SettingsSource {
  private snapshot: Snapshot = EMPTY;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<boolean> | undefined;
  private nextCheck: Promise<boolean> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private stopped = false;
  private loaded = false;

  constructor(
    private readonly db: Database,
    private readonly path: string,
    private readonly log: Logger,
  ) {}

  /** Current settings; empty until `start` has loaded them. */
  get current(): Snapshot {
    return this.snapshot;
  }

  /** Loads the settings from the database, else from disk, then follows changes. Never fails. */
  async start(): Promise<void> {
    const saved = loadSettingsFile(this.path);
    // The file may come from another database: the first answer of this one always replaces it.
    if (saved) this.snapshot = compileSnapshot(saved);
    await this.check();
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Checks for a change now. Returns true if the settings are current, false if the database is down. */
  check(): Promise<boolean> {
    if (this.checking) {
      // It may have read the revision before the change that the caller waits for.
      return (this.nextCheck ??= this.checking.then((current) => {
        this.nextCheck = undefined;
        return current && this.check();
      }));
    }
    this.checking = this.follow().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.check().finally(() => this.schedule()), POLL_MS);
    this.timer.unref();
  }

  private async follow(): Promise<boolean> {
    try {
      // A slow read is shared by later checks; a second one is not started.
      this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = undefined;
      });
      return await withTimeout(this.refreshing);
    } catch (error) {
      this.log.debug({ err: error }, 'settings could not be read');
      return false;
    }
  }

  private async refresh(): Promise<boolean> {
    if (this.loaded && (await readRevision(this.db)) === this.snapshot.revision) return true;
    const data = await readSettings(this.db);
    this.snapshot = compileSnapshot(data);
    this.loaded = true;
    try {
      await saveSettingsFile(this.path, data);
    } catch (error) {
      this.log.error({ err: error }, 'settings could not be saved on disk');
    }
    return true;
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), TIMEOUT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
