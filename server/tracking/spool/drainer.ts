import { unlinkSync } from 'node:fs';
import type { Logger } from 'pino';
import { Mutex } from '../../db/mutex';
import { bytesAfter, listSegments, segmentPath, type SpoolPosition } from './segment-files';
import { SegmentReader } from './segment-reader';
import { FULL_BATCH, Pace } from './pace';
import { parseSpoolLine, type SpoolEntry } from './spool-entry';

/** Where a spool's entries go. */
export interface SpoolSink {
  /** How far the spool has been stored, or undefined when nothing of it has. */
  position(): Promise<SpoolPosition | undefined>;
  /** Stores the entries and, in the same transaction, that the spool is stored up to `next`. */
  store(entries: readonly SpoolEntry[], next: SpoolPosition): Promise<void>;
  /** True when a failure says nothing about the entries: the database is away, or busy. */
  isPassing(error: unknown): boolean;
}

export interface DrainerOptions {
  directory: string;
  /** Number of the segment that is being written; Infinity for a spool that nobody writes any more. */
  currentSegment: () => number;
  sink: SpoolSink;
  log: Logger;
  now: () => number;
  /** Called when all is stored; the drainer goes on looking until it is stopped. */
  onEmpty?: () => void;
  /** Lines appended to the spool so far: while they come fast, draining gives way to answering. */
  appendedLines?: () => number;
  idleMs?: number;
}

/** Room to read for each line asked for; a longer line is read in a second try. */
const BYTES_PER_LINE = 1024;
const MAX_BACKOFF_MS = 2000;
/** A database that is away for a moment (at the start it always is) is not worth a warning. */
const SPEAK_AT = 6;
/**
 * Moves what the segment log holds into the database, in order, and deletes what is stored.
 * Waits and tries again while the database is away. An entry that the database refuses for itself is kept as refused
 * input, so that it can't hold up the ones behind it.
 */
export class Drainer {
  private readonly reader: SegmentReader;
  private position: SpoolPosition | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly turns = new Mutex();
  private stopped = false;
  private failures = 0;
  private readonly pace: Pace;

  constructor(private readonly options: DrainerOptions) {
    this.reader = new SegmentReader(options.directory, options.currentSegment);
    this.pace = new Pace(options.appendedLines ?? (() => 0));
  }

  start(): void {
    this.stopped = false;
    this.schedule(0);
  }

  /** Stops after the batch under way. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.turns.run(async () => this.reader.close());
  }

  /** Moves all that is there now, as far as it gets until `deadline` (epoch milliseconds); rejects when the database is away. */
  async drainAll(deadline = Infinity): Promise<void> {
    while ((await this.turns.run(() => this.pass())) && Date.now() < deadline);
  }

  /** Bytes on disk that are not known to be stored. */
  waitingBytes(): number {
    return bytesAfter(this.options.directory, this.position);
  }

  private schedule(delay: number): void {
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.turn(), delay);
    this.timer.unref();
  }

  private async turn(): Promise<void> {
    try {
      const maxLines = this.pace.batchAfterRest();
      const moved = await this.turns.run(() => this.pass(maxLines));
      const rest = this.pace.restAfterWork();
      this.failures = 0;
      if (!moved) this.options.onEmpty?.();
      this.schedule(moved ? rest : (this.options.idleMs ?? 100));
    } catch (error) {
      this.failures += 1;
      this.position = undefined;
      if (this.failures === SPEAK_AT) this.options.log.warn({ err: error }, 'events wait on disk until the database takes them');
      this.schedule(Math.min(MAX_BACKOFF_MS, 100 * 2 ** this.failures));
    }
  }

  /** Moves one batch. True when there was one. */
  private async pass(maxLines = FULL_BATCH): Promise<boolean> {
    const { sink } = this.options;
    this.position ??= this.usable(await sink.position());
    const { lines, next } = this.reader.read(this.position, { maxLines, maxBytes: maxLines * BYTES_PER_LINE });
    if (lines.length > 0) await this.storeAll(this.entriesOf(lines), next, this.position);
    const moved = lines.length > 0;
    if (next.segment !== this.position.segment) this.deleteBefore(next.segment);
    this.position = next;
    return moved;
  }

  /** A stored position beyond what is being written belongs to files that somebody removed. */
  private usable(stored: SpoolPosition | undefined): SpoolPosition {
    return stored && stored.segment <= this.options.currentSegment() ? stored : this.reader.firstPosition();
  }

  private entriesOf(lines: readonly string[]): SpoolEntry[] {
    return lines.map((line) => parseSpoolLine(line) ?? this.unreadable(line));
  }

  /** What a power cut left in the middle of a segment is kept for a person to look at. */
  private unreadable(text: string): SpoolEntry {
    const reason = 'a line of the event log can not be read';
    this.options.log.error({ line: text.slice(0, 500) }, reason);
    const refused = { productId: null, door: 'redirect' as const, reason, text, ip: null, storedAt: this.options.now() };
    return { kind: 'refused', refused };
  }

  /** Stores the batch; when the database refuses it for what it holds, by halves, down to the entry at fault. */
  private async storeAll(entries: readonly SpoolEntry[], next: SpoolPosition, before: SpoolPosition): Promise<void> {
    const { sink } = this.options;
    try {
      await sink.store(entries, next);
    } catch (error) {
      if (sink.isPassing(error)) throw error;
      if (entries.length <= 1) return this.giveUp(entries, next, error);
      const middle = Math.ceil(entries.length / 2);
      // The offset stays before the batch until its second half is stored: the first would only come as duplicates.
      await this.storeAll(entries.slice(0, middle), before, before);
      await this.storeAll(entries.slice(middle), next, before);
    }
  }

  private async giveUp(entries: readonly SpoolEntry[], next: SpoolPosition, error: unknown): Promise<void> {
    const [entry] = entries;
    if (entry?.kind !== 'event') throw error;
    this.options.log.error({ err: error, event: entry.event.id }, 'an event could not be stored');
    const { event } = entry;
    const refused = {
      productId: event.productId,
      door: event.door === 'redirect' ? ('redirect' as const) : ('collect' as const),
      reason: `not storable: ${error instanceof Error ? error.message : String(error)}`,
      text: JSON.stringify(event),
      ip: event.ip,
      storedAt: this.options.now(),
    };
    await this.options.sink.store([{ kind: 'refused', refused }], next);
  }

  private deleteBefore(segment: number): void {
    for (const number of listSegments(this.options.directory)) {
      if (number < segment) unlinkSync(segmentPath(this.options.directory, number));
    }
  }
}
