import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { readRevision, readSettings } from './read-settings';
import { compileSnapshot, type Snapshot } from './snapshot';
import { loadSettingsFile, saveSettingsFile } from './snapshot-file';

const POLL_MS = 1000;
/** A database that does not answer within this counts as away for the moment. */
const PATIENCE_MS = 3000;
const EMPTY: Snapshot = { revision: -1, links: new Map(), products: new Map() };

/**
 * The collectors' settings in memory: followed from the database by its revision every second, kept on disk, and
 * served from there when the database is away at the start.
 */
export class SettingsSource {
  private snapshot: Snapshot = EMPTY;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<boolean> | undefined;
  private refreshing: Promise<boolean> | undefined;
  private stopped = false;
  private loaded = false;

  constructor(
    private readonly db: Database,
    private readonly path: string,
    private readonly log: Logger,
  ) {}

  /** Settings of now. Empty until `start` has loaded the first. */
  get current(): Snapshot {
    return this.snapshot;
  }

  /** Takes the settings from the database, else from disk, then follows changes. Never fails. */
  async start(): Promise<void> {
    const kept = loadSettingsFile(this.path);
    // The revision on disk may be another database's: the first answer of this one always counts.
    if (kept) this.snapshot = compileSnapshot(kept);
    await this.check();
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Looks for a change now. True when the settings in memory are the database's, false when it is away. */
  check(): Promise<boolean> {
    this.checking ??= this.follow().finally(() => {
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
      // A read that hangs stays the only one; it is waited for again, not started again.
      this.refreshing ??= this.refresh().finally(() => {
        this.refreshing = undefined;
      });
      return await withinPatience(this.refreshing);
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
      this.log.error({ err: error }, 'settings could not be kept on disk');
    }
    return true;
  }
}

function withinPatience<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
