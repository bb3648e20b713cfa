import type { Logger } from 'pino';
import { Mutex } from '../../db/transaction';
import { asError } from '../../platform/errors';
import type { ClickEvent } from '../../journeys';
import type { StoreAhead } from '../ingest-queue';
import {
  bytesAfter,
  listSegments,
  segmentPath,
  type SpoolPosition,
  NOT_WRITTEN,
  SegmentReader,
  type SpoolLine,
  type Writing,
} from './segment-reader';
import { FULL_BATCH, Pace } from './pace';
import { rejectionOf, unreadableLine, withoutContent } from './database-sink';
import { type RejectedInput, type SpoolEntry, readLine } from './spool-line';
import { diskFiles, isMissing, type SpoolFiles } from './spool-claim';
import { WaitingClicks } from './waiting-clicks';

/** Cause of a failure to store: the entry, the database, or unclear. */
export type Blame = 'entry' | 'database' | 'unclear';

/** Destination of a spool's entries. */
export interface SpoolSink {
  /** Returns how far the spool has been stored; undefined if nothing has. */
  position(): Promise<SpoolPosition | undefined>;
  /** Stores the entries and the new position `next` in one transaction. */
  store(entries: readonly SpoolEntry[], next: SpoolPosition): Promise<void>;
  /**
   * Reports how far the spool is stored: results wait until no earlier click is on its way.
   * @param drainedUntil every event acknowledged before this instant is stored; 0: nothing will follow
   */
  report(at: SpoolPosition, drainedUntil: number): Promise<void>;
  /** Deletes the stored position of a removed spool. */
  forget(): Promise<void>;
  blame(error: unknown): Blame;
}

export interface DrainerOptions {
  directory: string;
  /** The log that writes the directory; unset for a spool without a writer. */
  writing?: Writing;
  sink: SpoolSink;
  log: Logger;
  now: () => number;
  /** Called when all entries are stored; the drainer continues until it is stopped. */
  onEmpty?: () => Promise<void> | undefined;
  /** Called for each segment whose entries are stored; by default it is deleted. */
  retire?: (segment: number) => void;
  /** Lines appended by this process so far. At a high rate, draining yields to requests. */
  appendedLines?: () => number;
  idleMs?: number;
  files?: SpoolFiles;
}

/** An entry and the position after its line. */
interface Placed {
  entry: SpoolEntry;
  end: SpoolPosition;
}

const idOf = ({ entry }: Placed): string => (entry.kind === 'event' ? entry.event.id : '');

/** Read buffer per line; a longer line is read in a second attempt. */
const BYTES_PER_LINE = 1024;
const MAX_BACKOFF_MS = 2000;
/** Clicks stored ahead of their turn that are remembered. */
const MAX_AHEAD = 100_000;
/** Failures in a row before a warning. The database is often down for a moment, and always at the start. */
const WARN_AFTER = 6;

/**
 * Moves the entries of the segment log into the database in order and retires stored segments. Retries while
 * the database is down. An entry that the database rejects is stored as a rejected event, so it does not
 * block the entries after it.
 */
export class Drainer {
  private readonly reader: SegmentReader;
  private position: SpoolPosition | undefined;
  /** When all entries were known to be stored, in milliseconds of the process. */
  private caughtUpAt = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private readonly mutex = new Mutex();
  private stopped = false;
  private failures = 0;
  private readonly pace: Pace;

  private readonly waiting: WaitingClicks;
  /** Clicks that other transactions stored, or are storing now, ahead of their turn. */
  private readonly ahead = new Map<string, Promise<unknown> | undefined>();
  /** Ids of the batch that is being stored. */
  private moving: ReadonlySet<string> = new Set();
  private drainedUntil = 1;
  private retiredTo = 0;
  private stuckBy: Error | undefined;
  private readonly writing: Writing;
  private readonly files: SpoolFiles;

  constructor(private readonly options: DrainerOptions) {
    this.writing = options.writing ?? NOT_WRITTEN;
    this.files = options.files ?? diskFiles;
    this.reader = new SegmentReader(options.directory, this.writing, this.files);
    this.waiting = new WaitingClicks(new SegmentReader(options.directory, this.writing, this.files));
    this.pace = new Pace(options.appendedLines ?? (() => 0));
  }

  /** Lasting fault that keeps events on disk, except for an unreachable database. */
  get fault(): Error | undefined {
    return this.failures >= WARN_AFTER ? this.stuckBy : undefined;
  }

  start(): void {
    this.stopped = false;
    this.schedule(0);
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.mutex.run(async () => this.reader.close());
  }

  /** Moves all present entries until `deadline` (epoch milliseconds); rejects if the database is down. */
  async drainAll(deadline = Infinity): Promise<void> {
    while ((await this.mutex.run(() => this.pass())) > 0 && Date.now() < deadline);
  }

  /** Returns the clicks with these ids that wait for the database; none if the log can't be read now. */
  find(ids: readonly string[]): ClickEvent[] {
    try {
      return this.waiting.find(ids, this.position ?? { segment: 0, offset: 0 });
    } catch {
      return [];
    }
  }

  /** Lets another transaction store clicks ahead of their turn. If this is forgotten, they are duplicates. */
  readonly storeAhead: StoreAhead = async (ids, store) => {
    const batch = () => this.mutex.run(() => Promise.resolve());
    const isMoving = () => ids.some((id) => this.moving.has(id));
    const running = () => (isMoving() ? [batch()] : ids.flatMap((id) => this.ahead.get(id) ?? []));
    for (let each = running(); each.length > 0; each = running()) await Promise.all(each);
    const clicks = this.find(ids.filter((id) => !this.ahead.has(id)));
    const stores = store(clicks).catch(() => []);
    for (const { id } of clicks) this.ahead.set(id, stores);
    const stored = new Set(await stores);
    for (const { id } of clicks) {
      if (stored.has(id) && this.ahead.size < MAX_AHEAD) this.ahead.set(id, undefined);
      else this.ahead.delete(id);
    }
  };

  /** Reports the progress to the database. @param closing nothing is appended any more */
  async report(closing = false): Promise<void> {
    // Not beside `finish`, which deletes the stored position.
    await this.mutex.run(async () => {
      if (this.position) await this.options.sink.report(this.position, closing ? 0 : this.drainedUntil);
    });
  }

  /** Returns the bytes on disk that are not known to be stored. */
  waitingBytes(): number {
    return bytesAfter(this.options.directory, this.position, this.files);
  }

  /** Returns the milliseconds since all entries were stored; 0 if none wait. */
  lagMs(): number {
    return this.waitingBytes() > 0 ? performance.now() - this.caughtUpAt : 0;
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.run(), delay);
    this.timer.unref();
  }

  private async run(): Promise<void> {
    try {
      const maxLines = this.pace.batchAfterRest();
      const moved = await this.mutex.run(() => this.pass(maxLines));
      const rest = this.pace.restAfterWork(moved === maxLines);
      if (moved === 0) await this.options.onEmpty?.();
      this.failures = 0;
      this.schedule(moved > 0 ? rest : (this.options.idleMs ?? 100));
    } catch (error) {
      this.failures += 1;
      this.position = undefined;
      this.stuckBy = this.options.sink.blame(error) === 'database' ? undefined : asError(error);
      if (this.failures === WARN_AFTER)
        this.options.log.warn({ err: error }, 'events wait on disk until the database takes them');
      this.schedule(Math.min(MAX_BACKOFF_MS, 100 * 2 ** this.failures));
    }
  }

  /** Moves one batch and returns its number of lines. */
  private async pass(maxLines = FULL_BATCH): Promise<number> {
    const readAt = performance.now();
    const { lines, placed, next } = await this.next(maxLines);
    this.moving = new Set(placed.map(idOf));
    try {
      if (placed.length > 0) await this.storeAll(placed);
      this.advanceTo(next);
      // Clicks are appended in the order of their times.
      for (const { entry } of placed)
        if (entry.kind === 'event' && entry.event.door === 'redirect')
          this.drainedUntil = Math.max(this.drainedUntil, entry.event.time);
    } finally {
      this.moving = new Set();
    }
    if (lines < maxLines) this.caughtUpAt = readAt;
    return lines;
  }

  private async next(
    maxLines: number,
  ): Promise<{ lines: number; placed: readonly Placed[]; next: SpoolPosition }> {
    const position = (this.position ??= this.validPosition(await this.options.sink.position()));
    const readAt = Date.now();
    const { lines, next } = this.reader.read(position, { maxLines, maxBytes: maxLines * BYTES_PER_LINE });
    if (lines.length === 0) {
      this.ahead.clear();
      this.drainedUntil = readAt;
    }
    const placed = lines.map((line) => this.entriesOf(line));
    // The batch ends before a click that another transaction is storing.
    const end = placed.findIndex((each) => each.some((one) => this.ahead.get(idOf(one)) !== undefined));
    if (end < 0) return { lines: lines.length, placed: placed.flat(), next };
    return { lines: end, placed: placed.slice(0, end).flat(), next: lines[end - 1]?.end ?? position };
  }

  private advanceTo(next: SpoolPosition): void {
    this.position = next;
    this.retireBefore(next.segment);
  }

  /**
   * A stored position beyond the current segment belongs to deleted files; then draining restarts at the
   * first file.
   */
  private validPosition(stored: SpoolPosition | undefined): SpoolPosition {
    return stored && stored.segment <= this.writing.currentSegment() ? stored : this.reader.firstPosition();
  }

  private entriesOf({ bytes, end }: SpoolLine): Placed[] {
    return readLine(bytes).flatMap((read): Placed[] => {
      if (read.kind !== 'damaged') return this.isStored(read) ? [] : [{ entry: read, end }];
      const refused = unreadableLine(read.bytes, this.options.now());
      this.options.log.error({ bytes: read.bytes.length, end }, refused[0]?.reason);
      return asEntries(refused).map((entry) => ({ entry, end }));
    });
  }

  private isStored(entry: SpoolEntry): boolean {
    const id = entry.kind === 'event' ? entry.event.id : '';
    return this.ahead.has(id) && this.ahead.get(id) === undefined;
  }

  /** Stores the batch. If the database rejects its content, bisects it to find the entry at fault. */
  private async storeAll(placed: readonly Placed[]): Promise<void> {
    const [first] = placed;
    const last = placed.at(-1);
    if (!first || !last) return;
    try {
      await this.options.sink.store(
        placed.map(({ entry }) => entry),
        last.end,
      );
    } catch (error) {
      if (!this.isEntrysFault(error)) throw error;
      if (placed.length === 1) return this.giveUp(first, error);
      const middle = Math.ceil(placed.length / 2);
      await this.storeAll(placed.slice(0, middle));
      await this.storeAll(placed.slice(middle));
    }
  }

  /**
   * True if an entry is to blame. An unclear failure is retried first, then the batch is bisected. A database
   * in trouble does not accept the rejected event either, so no entry is lost.
   */
  private isEntrysFault(error: unknown): boolean {
    const blame = this.options.sink.blame(error);
    return blame === 'entry' || (blame === 'unclear' && this.failures >= WARN_AFTER);
  }

  /** Stores an unstorable entry as a rejected event; if that fails too, with its text in Base64. */
  private async giveUp({ entry, end }: Placed, error: unknown): Promise<void> {
    const { sink, log, now } = this.options;
    log.error({ err: error, kind: entry.kind, end }, 'an entry of the event log could not be stored');
    const refused = rejectionOf(entry, error, now());
    try {
      await sink.store(asEntries(refused), end);
    } catch (second) {
      if (!this.isEntrysFault(second)) throw second;
      await sink.store(asEntries(withoutContent(refused, now())), end);
    }
  }

  /**
   * Retires the segments of a spool without a writer and deletes its position. Returns false and does nothing
   * unless all of them are stored.
   */
  async finish(): Promise<boolean> {
    return this.mutex.run(async () => {
      const { position } = this;
      if (!position || bytesAfter(this.options.directory, position, this.files) > 0) return false;
      this.reader.close();
      this.retiredTo = 0;
      this.retireBefore(Infinity);
      await this.options.sink.forget();
      this.position = undefined;
      return true;
    });
  }

  private retireBefore(segment: number): void {
    if (segment <= this.retiredTo) return;
    const retire = this.options.retire ?? ((number) => this.unlink(number));
    for (const number of listSegments(this.options.directory, this.files)) {
      if (number < segment) retire(number);
    }
    this.retiredTo = segment;
  }

  private unlink(segment: number): void {
    try {
      this.files.unlinkSync(segmentPath(this.options.directory, segment));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }
}

const asEntries = (refused: readonly RejectedInput[]): SpoolEntry[] =>
  refused.map((one) => ({ kind: 'refused', refused: one }));
