import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import { asError } from '../../platform/errors';
import type { StoreAhead } from '../ingest-queue';
import { spools, type SpoolBacklog } from '../metrics';
import { DatabaseSink } from './database-sink';
import { Drainer, type DrainerOptions } from './drainer';
import { copiesFolder, KeptSegments } from './kept-segments';
import { SegmentLog, type Appended, type LineLog, type SegmentLogOptions } from './segment-log';
import { listSegments } from './segment-reader';
import { claimOrphans, newSpool, type SpoolClaim, diskFiles, type SpoolFiles } from './spool-claim';

/** Disk of the click log; tests replace it and the segment size. */
export interface SpoolDisk {
  files?: SpoolFiles;
  maxSegmentBytes?: number;
}

export interface SpoolOptions extends SpoolDisk {
  dataDir: string;
  fsync: 'interval' | 'group';
  /** Days after which stored segments are deleted; 0 keeps none, nor copies. */
  segmentDays: number;
  db: Database;
  log: Logger;
  now: () => number;
}

const LOOK_FOR_ORPHANS_MS = 10_000;
const WATCH_MS = 1000;
const REPORT_MS = 250;
const TIDY_MS = 10_000;
/** Segments are deleted as a whole, so their age limits how long personal data stays. */
const MAX_SEGMENT_MS = 60 * 60_000;

/** The spool that this process writes. */
interface Writer {
  claim: SpoolClaim;
  segments: SegmentLog;
  copies: SegmentLog | undefined;
  drainer: Drainer;
}

/** Segment log of this collector with its drainer, and the spools of dead collectors in the same folder. */
export class Spool implements LineLog {
  private readonly root: string;
  private readonly files: SpoolFiles;
  private readonly kept: KeptSegments;
  private tidied = Promise.resolve();
  private writer: Writer | undefined;
  private readonly adopted = new Map<SpoolClaim, Drainer>();
  private started = false;
  private reporting = false;
  private appendedBefore = 0;
  private openFault: Error | undefined;
  private orphanFault: Error | undefined;
  private loggedFault: string | undefined;
  private timers: NodeJS.Timeout[] = [];
  private readonly backlog = (): SpoolBacklog => {
    try {
      const drainers = this.drainers();
      return {
        bytes: drainers.reduce((sum, drainer) => sum + drainer.waitingBytes(), 0),
        lagMs: Math.max(0, ...drainers.map((drainer) => drainer.lagMs())),
      };
    } catch {
      // The folder can't be read now; `fault` reports that.
      return { bytes: NaN, lagMs: NaN };
    }
  };

  constructor(private readonly options: SpoolOptions) {
    this.root = join(options.dataDir, 'spool');
    this.files = options.files ?? diskFiles;
    const { dataDir, segmentDays: days, now } = options;
    this.kept = new KeptSegments({ dataDir, days, files: this.files, now });
    this.open();
  }

  /** Appends a line for the database; see SegmentLog. Fails while the folder can't be written. */
  append(line: string, appended: Appended): void {
    if (this.writer) this.writer.segments.append(line, appended);
    else appended(this.openFault ?? new Error('the click log is closed'));
  }

  /** Log of events that were stored without the spool; undefined if `segmentDays` is 0. */
  get copies(): LineLog | undefined {
    return this.writer?.copies;
  }

  /** Reason why clicks can't be stored, or don't reach a running database. */
  get fault(): string | undefined {
    const { failure } = this;
    // Public text: must not contain a path of this machine.
    return failure && `click log: ${failure.code ?? failure.message}`;
  }

  private get failure(): NodeJS.ErrnoException | undefined {
    const faults = [
      this.openFault,
      this.writer?.segments.fault,
      this.writer?.copies?.fault,
      ...this.drainers().map(({ fault }) => fault),
      this.orphanFault,
    ];
    return faults.find((fault) => fault !== undefined);
  }

  /** Starts moving events into the database. */
  start(): void {
    this.started = true;
    spools.add(this.backlog);
    this.writer?.drainer.start();
    this.lookForOrphans();
    this.timers = [
      setInterval(() => this.lookForOrphans(), LOOK_FOR_ORPHANS_MS),
      setInterval(() => this.watch(), WATCH_MS),
      setInterval(() => void this.report(), REPORT_MS),
      setInterval(() => (this.tidied = this.tidy()), TIDY_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** Moves all present events within the time limit; rejects if the database is down. */
  async drain(withinMs: number): Promise<void> {
    const timeUp = pause(withinMs);
    const deadline = Date.now() + withinMs;
    try {
      await Promise.race([
        Promise.all(this.drainers().map((drainer) => drainer.drainAll(deadline))),
        timeUp.over,
      ]);
    } finally {
      timeUp.cancel();
    }
  }

  /** Returns which of these clicks wait in this process's log. */
  waiting(ids: readonly string[]): Set<string> {
    return new Set(this.writer?.drainer.find(ids).map(({ id }) => id));
  }

  /** Lets another transaction store clicks of this process's log. */
  readonly storeAhead: StoreAhead = async (ids, store) => {
    if (this.writer) await this.writer.drainer.storeAhead(ids, store);
    else await store([]);
  };

  /** Stops writing and draining. The next start drains the rest. */
  async close(): Promise<void> {
    this.timers.forEach(clearInterval);
    spools.delete(this.backlog);
    const { writer } = this;
    this.writer = undefined;
    writer?.segments.close();
    writer?.copies?.close();
    await writer?.drainer.stop();
    await this.tidied;
    if (writer?.drainer.waitingBytes() === 0) await writer.drainer.report(true).catch(() => undefined);
    writer?.claim.release();
    for (const [claim, drainer] of this.adopted) {
      await drainer.stop();
      claim.release();
    }
  }

  /** Reports the progress of the drainers. A database that is away learns it later. */
  private async report(): Promise<void> {
    if (this.reporting) return;
    this.reporting = true;
    for (const drainer of this.drainers()) await drainer.report().catch(() => undefined);
    this.reporting = false;
  }

  private drainers(): Drainer[] {
    return [...(this.writer ? [this.writer.drainer] : []), ...this.adopted.values()];
  }

  /** Creates a spool to write. If that fails, lines are rejected until a later attempt succeeds. */
  private open(): void {
    let claim: SpoolClaim | undefined;
    try {
      claim = newSpool(this.root, this.files);
      const { directory, isOurs } = claim;
      const { files } = this;
      const { fsync, maxSegmentBytes, segmentDays } = this.options;
      const options = { fsync, maxSegmentBytes, maxSegmentMs: MAX_SEGMENT_MS, isOurs, files };
      const segments = new SegmentLog({ directory, ...options });
      const copies = segmentDays > 0 ? this.openCopies(directory, options) : undefined;
      const drainer = this.drainerOf(claim, {
        writing: {
          currentSegment: () => segments.currentSegment,
          readableEnd: (segment) => segments.readableEnd(segment),
        },
      });
      this.writer = { claim, segments, copies, drainer };
      this.openFault = undefined;
      if (this.started) drainer.start();
    } catch (error) {
      claim?.release();
      this.openFault = asError(error);
    }
  }

  private openCopies(spool: string, options: Omit<SegmentLogOptions, 'directory'>): SegmentLog {
    const directory = copiesFolder(spool);
    this.files.mkdirSync(directory);
    return new SegmentLog({ directory, ...options });
  }

  private drainerOf(claim: SpoolClaim, about: Pick<DrainerOptions, 'writing'> = {}): Drainer {
    const { db, log, now } = this.options;
    return new Drainer({
      directory: claim.directory,
      sink: new DatabaseSink(db, claim.id, now),
      log,
      now,
      files: this.files,
      appendedLines: () => this.appendedBefore + (this.writer?.segments.appendedLines ?? 0),
      retire: (segment) => this.kept.keep(claim.directory, { spoolId: claim.id, log: 'spool', segment }),
      onEmpty: () => (this.adopted.has(claim) ? this.finish(claim) : undefined),
      ...about,
    });
  }

  /** Drains the spools of dead collectors and removes empty ones. */
  private lookForOrphans(): void {
    this.orphanFault = undefined;
    const onFault = (error: unknown) => (this.orphanFault = asError(error));
    try {
      for (const claim of claimOrphans(this.root, this.files, onFault)) {
        const drainer = this.drainerOf(claim);
        this.adopted.set(claim, drainer);
        drainer.start();
      }
    } catch (error) {
      onFault(error);
    }
  }

  private async finish(claim: SpoolClaim): Promise<void> {
    const drainer = this.adopted.get(claim);
    if (!drainer || !(await drainer.finish())) return;
    this.keepCopies(claim);
    this.adopted.delete(claim);
    await drainer.stop();
    claim.remove();
  }

  /** Keeps the copies of a spool before a segment; without it all, and removes their folder. */
  private keepCopies({ id, directory }: SpoolClaim, before = Infinity): void {
    const { files } = this;
    const folder = copiesFolder(directory);
    for (const segment of listSegments(folder, files))
      if (segment < before) this.kept.keep(folder, { spoolId: id, log: 'copies', segment });
    if (before === Infinity && files.statSync(folder, { throwIfNoEntry: false })) files.rmdirSync(folder);
  }

  /** Keeps complete copies, compresses kept segments and deletes old ones. */
  private async tidy(): Promise<void> {
    const { writer } = this;
    try {
      if (writer?.copies) this.keepCopies(writer.claim, writer.copies.currentSegment);
      await this.kept.tidy();
    } catch (error) {
      this.options.log.warn({ err: error }, 'kept segments of the event log could not be tidied');
    }
  }

  /** Recovers the spool and logs each new fault once. */
  private watch(): void {
    const { writer } = this;
    if (!writer) this.open();
    else if (this.isLost(writer)) this.replaceWriter(writer);
    // A blank line tests if the disk accepts lines again; there may be no clicks to find out.
    else if (writer.segments.fault) writer.segments.append('', () => undefined);
    if (writer?.copies?.fault) writer.copies.append('', () => undefined);
    // Retries spools that could not be read.
    if (this.orphanFault) this.lookForOrphans();
    const { fault } = this;
    if (fault === this.loggedFault) return;
    this.loggedFault = fault;
    if (fault) this.options.log.error({ err: this.failure }, 'the click log does not work');
    else this.options.log.info('the click log works again');
  }

  private isLost({ claim }: Writer): boolean {
    try {
      return !claim.isOurs();
    } catch {
      // Unknown; the next write shows it.
      return false;
    }
  }

  /** Drains the old folder as far as possible after it was removed, and opens a new one. */
  private replaceWriter({ claim, segments, copies, drainer }: Writer): void {
    this.writer = undefined;
    this.appendedBefore += segments.appendedLines;
    segments.close();
    copies?.close();
    this.adopted.set(claim, drainer);
    this.open();
  }
}

function pause(ms: number): { over: Promise<void>; cancel: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return { over, cancel: () => clearTimeout(timer) };
}
