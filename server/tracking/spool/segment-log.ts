import { asError } from '../../platform/errors';
import { appendTime } from '../metrics';
import { syncDirectory, diskFiles, type SpoolFiles } from './spool-claim';
import type { IncomingEvent } from '../../journeys';
import { segmentPath } from './segment-reader';
import { eventLine, rejectedLine, type RejectedInput } from './spool-line';

/** Called once the line is durable, or with the reason why it could not be stored. */
export type Appended = (error: Error | null) => void;

/** Log that endpoints write to before they acknowledge an event. */
export interface LineLog {
  /**
   * Appends a line (without line break). Calls `appended` once the line is as durable as the fsync mode
   * requires.
   */
  append(line: string, appended: Appended): void;
}

/** Appends events and rejected events. Returns true once all are durable, false if one could not be written. */
export async function appendAll(
  log: LineLog,
  {
    deliveries,
    refused,
  }: { deliveries: readonly { event: IncomingEvent }[]; refused: readonly RejectedInput[] },
): Promise<boolean> {
  const lines = [...deliveries.map(({ event }) => eventLine(event)), ...refused.map(rejectedLine)];
  const results = await Promise.all(
    lines.map((line) => new Promise<boolean>((resolve) => log.append(line, (error) => resolve(!error)))),
  );
  return results.every(Boolean);
}

export interface SegmentLogOptions {
  directory: string;
  /**
   * `interval`: write() before acknowledging, fsync every syncMs. `group`: fsync before acknowledging, many
   * lines a sync.
   */
  fsync: 'interval' | 'group';
  syncMs?: number;
  /** A larger segment is closed and a new one opened. */
  maxSegmentBytes?: number | undefined;
  /** The first write to an older segment opens a new one; unlimited if absent. */
  maxSegmentMs?: number | undefined;
  /** Checked before each write: nothing is acknowledged in a directory that was removed. */
  isOurs?: () => boolean;
  files?: SpoolFiles;
}

const MAX_SEGMENT_BYTES = 16 * 1024 * 1024;

/**
 * Append-only log of lines in numbered segment files: the durable step between an HTTP answer and the
 * database.
 *
 * One write() stores all lines of one event loop iteration; they survive the death of this process. Lines
 * that could not be stored are truncated from the file. So a line is either acknowledged or never read. The
 * log owns its directory, which must be empty at the start.
 */
export class SegmentLog implements LineLog {
  /** Lines appended since the start. */
  appendedLines = 0;
  private fd = -1;
  private segment = 0;
  private lastOpened = 0;
  private openedAt = 0;
  /** Size of the segment in bytes. Only the first `kept` bytes are final; the rest may still be truncated. */
  private size = 0;
  private finalSize = 0;
  /** Readable ends of segments that could not be truncated. */
  private readonly ends = new Map<number, number>();
  private pending = '';
  private waiting: Appended[] = [];
  private waitingSince = 0;
  private scheduled = false;
  private syncing = false;
  private dirty = false;
  private closed = false;
  private writeFault: Error | undefined;
  private syncFault: Error | undefined;
  private readonly timer: NodeJS.Timeout | undefined;
  private readonly maxBytes: number;
  private readonly files: SpoolFiles;
  private readonly flushSoon = (): void => this.flush();

  constructor(private readonly options: SegmentLogOptions) {
    this.maxBytes = options.maxSegmentBytes ?? MAX_SEGMENT_BYTES;
    this.files = options.files ?? diskFiles;
    this.open();
    if (options.fsync === 'interval') {
      this.timer = setInterval(() => this.syncLater(), options.syncMs ?? 200);
      this.timer.unref();
    }
  }

  /** Number of the segment that is being written and must not be deleted; Infinity once the log is closed. */
  get currentSegment(): number {
    return this.closed ? Infinity : this.segment;
  }

  /** Reason why the last lines could not be written or synced; undefined if they could. */
  get fault(): Error | undefined {
    return this.writeFault ?? this.syncFault;
  }

  /** Returns the readable end of a segment; bytes after it were not acknowledged. */
  readableEnd(segment: number): number {
    return segment === this.segment ? this.finalSize : (this.ends.get(segment) ?? Infinity);
  }

  append(line: string, appended: Appended): void {
    this.appendedLines += 1;
    if (this.waiting.length === 0) this.waitingSince = performance.now();
    this.pending += line + '\n';
    this.waiting.push(appended);
    if (this.scheduled || this.syncing) return;
    this.scheduled = true;
    setImmediate(this.flushSoon);
  }

  /** Writes pending lines, syncs and closes. Later appends fail. */
  close(): void {
    if (this.closed) return;
    clearInterval(this.timer);
    const waiting = this.waiting;
    let error = this.pending === '' ? null : this.write(this.pending);
    this.waiting = [];
    this.pending = '';
    this.closed = true;
    if (this.fd >= 0) error ??= this.syncNow();
    for (const appended of waiting) appended(error);
    // A running group fdatasync uses this descriptor and closes it afterwards.
    if (!this.syncing) this.closeSegment(this.fd);
  }

  private flush(): void {
    this.scheduled = false;
    const waiting = this.waiting;
    if (waiting.length === 0) return;
    const { waitingSince: since, pending: text } = this;
    this.pending = '';
    this.waiting = [];
    const error = this.write(text);
    if (error || this.options.fsync === 'interval') {
      appendTime.observe((performance.now() - since) / 1000);
      for (const appended of waiting) appended(error);
      return;
    }
    this.syncing = true;
    const { fd, size } = this;
    this.files.fdatasync(fd, (syncError) => {
      this.syncing = false;
      appendTime.observe((performance.now() - since) / 1000);
      if (syncError) this.leaveSegment(syncError);
      else this.finalSize = Math.max(this.finalSize, size);
      for (const appended of waiting) appended(syncError);
      if (this.closed) this.closeSegment(fd);
      else this.flush();
    });
  }

  private write(text: string): Error | null {
    if (this.closed) return new Error('the click log is closed');
    try {
      if (this.options.isOurs?.() === false) throw new Error('the folder of the click log was removed');
      this.prepareSegment();
      const bytes = Buffer.from(text);
      for (let from = 0; from < bytes.length;) {
        const written = this.files.writeSync(this.fd, bytes, from);
        if (written === 0) throw new Error('the disk does not accept data');
        from += written;
      }
      this.size += bytes.length;
      if (this.options.fsync === 'interval') this.finalSize = this.size;
      this.dirty = true;
      this.writeFault = undefined;
      return null;
    } catch (error) {
      this.writeFault = asError(error);
      this.truncate();
      return this.writeFault;
    }
  }

  /** Truncates unacknowledged bytes, such as the half of a batch that a full disk accepted. */
  private truncate(): void {
    if (this.fd < 0) return;
    try {
      this.files.ftruncateSync(this.fd, this.finalSize);
      this.size = this.finalSize;
    } catch {
      // If truncating fails, the rest is never read, and the next line starts a new segment.
      this.closeSegment(this.fd);
      this.fd = -1;
    }
  }

  /**
   * Starts a new segment after a failed sync, because the state of the old segment's end on disk is unknown.
   */
  private leaveSegment(fault: Error): void {
    this.writeFault = fault;
    this.truncate();
    if (this.fd >= 0 && !this.closed) this.closeSegment(this.fd);
    if (!this.closed) this.fd = -1;
  }

  private syncNow(): Error | null {
    try {
      this.files.fdatasyncSync(this.fd);
      this.finalSize = this.size;
      return null;
    } catch (error) {
      if (this.options.fsync === 'interval') return null;
      if (!this.syncing) this.truncate();
      return asError(error);
    }
  }

  /** Opens a segment for the next batch if needed. If that fails, the full segment stays in use. */
  private prepareSegment(): void {
    if (this.fd < 0) return this.open();
    const { maxSegmentMs = Infinity } = this.options;
    const isOld = this.size > 0 && performance.now() - this.openedAt > maxSegmentMs;
    if (this.size <= this.maxBytes && !isOld) return;
    const old = this.fd;
    try {
      this.open();
    } catch (error) {
      this.syncFault = asError(error);
      return;
    }
    this.syncFault = this.attempt(() => this.files.fdatasyncSync(old));
    this.closeSegment(old);
  }

  private open(): void {
    const { directory } = this.options;
    this.lastOpened += 1;
    const path = segmentPath(directory, this.lastOpened);
    const fd = this.files.openSync(path, 'ax');
    try {
      syncDirectory(directory, this.files);
    } catch (error) {
      this.closeSegment(fd);
      this.attempt(() => this.files.unlinkSync(path));
      throw error;
    }
    if (this.size > this.finalSize) this.ends.set(this.segment, this.finalSize);
    this.fd = fd;
    this.segment = this.lastOpened;
    this.openedAt = performance.now();
    this.size = this.finalSize = 0;
    this.dirty = false;
  }

  private closeSegment(fd: number): void {
    if (fd >= 0) this.attempt(() => this.files.closeSync(fd));
  }

  private attempt(work: () => void): Error | undefined {
    try {
      work();
      return undefined;
    } catch (error) {
      return asError(error);
    }
  }

  private syncLater(): void {
    if (!this.dirty || this.fd < 0) return;
    this.dirty = false;
    // A descriptor that rotation has closed was synced before; its error is harmless.
    this.files.fdatasync(this.fd, (error) => {
      if (error?.code === 'EBADF') return;
      this.syncFault = error ?? undefined;
      if (error) this.dirty = true;
    });
  }
}
