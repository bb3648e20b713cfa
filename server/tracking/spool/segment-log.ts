import {
  closeSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  writeSync,
} from 'node:fs';
import { listSegments, segmentPath } from './segment-files';

/** Called when the line is safe to acknowledge, or with the reason why it could not be kept. */
export type Appended = (error: Error | null) => void;

export interface SegmentLogOptions {
  directory: string;
  /** `interval`: write() before acknowledging, fsync every syncMs. `group`: fsync before acknowledging, many lines a sync. */
  fsync: 'interval' | 'group';
  syncMs?: number;
  /** A segment that grew beyond this is closed and a new one opened. */
  maxSegmentBytes?: number;
}

/**
 * An append-only log of lines in numbered segment files: the durable step between an HTTP answer and the database.
 *
 * Lines appended in one turn of the event loop are written by one write(); what write() has taken survives the death
 * of this process at any later moment. Every start opens a new segment, so a torn line can only be a segment's last.
 */
export class SegmentLog {
  /** Lines appended since the start. */
  appendedLines = 0;
  private fd = -1;
  private segment = 0;
  private size = 0;
  private pending = '';
  private waiting: Appended[] = [];
  private scheduled = false;
  private syncing = false;
  private dirty = false;
  private closed = false;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly maxBytes: number;
  private readonly flushSoon = (): void => this.flush();

  constructor(private readonly options: SegmentLogOptions) {
    this.maxBytes = options.maxSegmentBytes ?? 16 * 1024 * 1024;
    mkdirSync(options.directory, { recursive: true });
    this.open((listSegments(options.directory).at(-1) ?? 0) + 1);
    if (options.fsync === 'interval') {
      this.timer = setInterval(() => this.syncLater(), options.syncMs ?? 200);
      this.timer.unref();
    }
  }

  /** Number of the segment that is being written; it must not be deleted. */
  get currentSegment(): number {
    return this.segment;
  }

  /** Adds one line (without line break). `appended` is called once, after the line is as safe as the fsync mode says. */
  append(line: string, appended: Appended): void {
    this.appendedLines += 1;
    this.pending += line + '\n';
    this.waiting.push(appended);
    if (this.scheduled || this.syncing) return;
    this.scheduled = true;
    setImmediate(this.flushSoon);
  }

  /** Writes what is pending, syncs and closes. Later appends fail. */
  close(): void {
    if (this.closed) return;
    clearInterval(this.timer);
    const waiting = this.waiting;
    const error = this.pending === '' ? null : this.write(this.pending);
    this.waiting = [];
    this.pending = '';
    this.closed = true;
    fdatasyncSync(this.fd);
    for (const appended of waiting) appended(error);
    // A group's fdatasync may still be under way on this descriptor: it closes it when it comes back.
    if (!this.syncing) closeSync(this.fd);
  }

  private flush(): void {
    this.scheduled = false;
    const waiting = this.waiting;
    if (waiting.length === 0) return;
    const text = this.pending;
    this.pending = '';
    this.waiting = [];
    const error = this.write(text);
    if (error || this.options.fsync === 'interval') {
      for (const appended of waiting) appended(error);
      return;
    }
    this.syncing = true;
    const fd = this.fd;
    fdatasync(fd, (syncError) => {
      this.syncing = false;
      for (const appended of waiting) appended(syncError);
      if (this.closed) closeSync(fd);
      else this.flush();
    });
  }

  private write(text: string): Error | null {
    if (this.closed) return new Error('the click log is closed');
    try {
      if (this.size > this.maxBytes) this.rotate();
      const bytes = Buffer.from(text);
      for (let from = 0; from < bytes.length; ) from += writeSync(this.fd, bytes, from);
      this.size += bytes.length;
      this.dirty = true;
      return null;
    } catch (error) {
      this.undoPartialWrite();
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  /** Takes back the half of a batch that a full disk let through: nobody was told that it is kept. */
  private undoPartialWrite(): void {
    try {
      ftruncateSync(this.fd, this.size);
    } catch {
      // The next write starts its own segment, where this one's torn end does no harm.
      this.size = Number.MAX_SAFE_INTEGER;
    }
  }

  private rotate(): void {
    const old = this.fd;
    fdatasyncSync(old);
    this.open(this.segment + 1);
    closeSync(old);
  }

  private open(segment: number): void {
    this.fd = openSync(segmentPath(this.options.directory, segment), 'ax');
    this.segment = segment;
    this.size = fstatSync(this.fd).size;
    this.dirty = false;
    this.syncDirectory();
  }

  private syncDirectory(): void {
    const directory = openSync(this.options.directory, 'r');
    try {
      fsyncSync(directory);
    } finally {
      closeSync(directory);
    }
  }

  private syncLater(): void {
    if (!this.dirty) return;
    this.dirty = false;
    // A descriptor that rotation closed meanwhile was synced by it: its error here means nothing.
    fdatasync(this.fd, (error) => {
      if (error && error.code !== 'EBADF') this.dirty = true;
    });
  }
}
