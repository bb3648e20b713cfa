import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { Logger } from 'pino';
import type { Database } from '../../db/database';
import type { ResultHold } from '../../results';
import { blameOf } from '../ingest-queue';
import { storeEntries } from './database-sink';
import { Drainer, type SpoolSink } from './drainer';
import { foldersOf, listKept, type KeptSegment } from './kept-segments';
import { listSegments, segmentPath, type SpoolPosition } from './segment-reader';
import { diskFiles, unlessMissing } from './spool-claim';
import type { SpoolEntry } from './spool-line';

/** Largest difference between the clocks of two machines. */
const CLOCKS_MS = 60_000;

export interface ReplayOptions {
  /** Each DATA_DIR of a collector. */
  folders: readonly string[];
  /** Epoch milliseconds: the database holds all earlier events. */
  from: number;
  hold: ResultHold;
  log: Logger;
  /** Called after each segment. */
  onSegment?: (done: number, total: number) => void;
}

/** Counts of a replay, in lines. */
export interface ReplayCounts {
  segments: number;
  /** Segments whose end can't be decompressed; the lines before it are read. */
  damaged: number;
  accepted: number;
  duplicates: number;
  rejected: number;
}

const START: SpoolPosition = { segment: 1, offset: 0 };

/** Copies the whole lines of the segments in a DATA_DIR's spools: a running collector moves and writes them. */
async function copySpools(dataDir: string, to: string): Promise<KeptSegment[]> {
  const copied: KeptSegment[] = [];
  for (const { spoolId, log, folder } of foldersOf(dataDir))
    for (const segment of listSegments(folder, diskFiles)) {
      const bytes = await readFile(segmentPath(folder, segment)).catch(unlessMissing);
      if (bytes === undefined) continue;
      const path = join(to, `${spoolId}-${log}-${segment}`);
      await writeFile(path, bytes.subarray(0, bytes.lastIndexOf('\n') + 1));
      copied.push({ path, spoolId, log, segment, keptAt: Infinity, isCompressed: false });
    }
  return copied;
}

/** Clicks come first: a conversion names its click. Within a log the earlier segment comes first. */
const inOrder = (a: KeptSegment, b: KeptSegment): number =>
  Number(a.log === 'copies') - Number(b.log === 'copies') || a.keptAt - b.keptAt || a.segment - b.segment;

/** Unpacks a segment into a file. Returns false if its end is damaged. */
async function unpack({ path, isCompressed }: KeptSegment, to: string): Promise<boolean> {
  if (!isCompressed && (await copyFile(path, to).then(() => true, unlessMissing))) return true;
  // A running collector may have compressed it by now.
  const packed = createReadStream(isCompressed ? path : `${path}.gz`);
  return pipeline(packed, createGunzip(), createWriteStream(to)).then(
    () => true,
    () => false,
  );
}

/** Stores entries without an offset, and counts them. */
class ReplaySink implements SpoolSink {
  private stored = START;

  constructor(
    private readonly db: Database,
    private readonly hold: ResultHold,
    private readonly counts: ReplayCounts,
  ) {}

  async position(): Promise<SpoolPosition> {
    return this.stored;
  }

  async store(entries: readonly SpoolEntry[], next: SpoolPosition): Promise<void> {
    const { hold, counts } = this;
    const outcomes = await this.db.write(async (tx) => {
      await hold.renew(tx);
      return storeEntries(tx, entries, Date.now(), { hold: hold.name });
    });
    const count = (status: string) => outcomes.filter((outcome) => outcome.status === status).length;
    counts.accepted += count('accepted');
    counts.duplicates += count('duplicate');
    counts.rejected += count('rejected');
    this.stored = next;
  }

  async report(): Promise<void> {}

  async forget(): Promise<void> {}

  blame(error: unknown) {
    return blameOf(error);
  }
}

/**
 * Stores the events of collectors' logs again, in a database that was restored. Events that it holds are
 * duplicates. Waits while the database is down.
 */
export async function replayEvents(
  db: Database,
  { folders, from, hold, log, onSegment }: ReplayOptions,
): Promise<ReplayCounts> {
  const counts: ReplayCounts = { segments: 0, damaged: 0, accepted: 0, duplicates: 0, rejected: 0 };
  const copies = await mkdtemp(join(tmpdir(), 'inflow-replay-'));
  const directory = await mkdtemp(join(copies, 'segment-'));
  // The timers of a drainer don't keep a process alive.
  const alive = setInterval(() => undefined, 60_000);
  try {
    const sources: KeptSegment[] = [];
    for (const folder of folders) {
      // In this order: segments move from a spool to the kept ones.
      sources.push(...(await copySpools(folder, copies)), ...(await listKept(folder)));
    }
    const recent = sources.filter(({ keptAt }) => keptAt >= from - CLOCKS_MS).sort(inOrder);
    for (const source of recent) {
      if (!(await unpack(source, segmentPath(directory, START.segment)))) {
        counts.damaged += 1;
        log.error({ path: source.path }, 'a kept segment is damaged');
      }
      await new Promise<void>((resolve) => {
        const drainer = new Drainer({
          directory,
          sink: new ReplaySink(db, hold, counts),
          log,
          now: Date.now,
          onEmpty: async () => {
            void drainer.stop().then(resolve);
          },
        });
        drainer.start();
      });
      counts.segments += 1;
      onSegment?.(counts.segments, recent.length);
    }
  } finally {
    clearInterval(alive);
    await rm(copies, { recursive: true, force: true });
  }
  return counts;
}
