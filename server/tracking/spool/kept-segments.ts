import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { DAY_MS } from '../../../shared/domain/journey';
import { diskFiles, isMissing, spoolsIn, unlessMissing, type SpoolFiles } from './spool-claim';
import { segmentPath } from './segment-reader';

/** Logs of a collector: its spool, and the copies of events that went to the database directly. */
const LOGS = ['spool', 'copies'] as const;

/** A segment of a collector. */
interface SegmentKey {
  readonly spoolId: string;
  readonly log: (typeof LOGS)[number];
  readonly segment: number;
}

/** A stored segment in `DATA_DIR/kept`, for a replay. */
export interface KeptSegment extends SegmentKey {
  readonly path: string;
  /** Epoch milliseconds: all of its events were stored before. */
  readonly keptAt: number;
  readonly isCompressed: boolean;
}

const NAME = /^(\d+)-(.+)-(spool|copies)-(\d{10})\.seg(\.gz)?$/;
/** Begins the name of a kept segment, and of a file that is being compressed. */
const KEPT_AT = /^(\d+)-/;
/** Compression competes with requests for processor time, so it uses the fastest level. */
const LEVEL = 1;

/** Returns the folder of the copies of a spool. */
export const copiesFolder = (spool: string): string => join(spool, 'copies');

/** Returns the folder of the kept segments. */
const keptFolder = (dataDir: string): string => join(dataDir, 'kept');

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(unlessMissing)) ?? [];

/** Lists the folders of the spools in a DATA_DIR, with their logs. */
export const foldersOf = (dataDir: string) =>
  spoolsIn(join(dataDir, 'spool'), diskFiles).flatMap((spoolId) => {
    const folder = join(dataDir, 'spool', spoolId);
    return [
      { spoolId, log: 'spool' as const, folder },
      { spoolId, log: 'copies' as const, folder: copiesFolder(folder) },
    ];
  });

/** Lists the kept segments of a DATA_DIR. */
export async function listKept(dataDir: string): Promise<KeptSegment[]> {
  const folder = keptFolder(dataDir);
  return (await namesIn(folder)).flatMap((name): KeptSegment[] => {
    const [, keptAt, spoolId = '', log, segment, gz] = NAME.exec(name) ?? [];
    const isLog = LOGS.find((one) => one === log);
    if (!isLog) return [];
    const about = { path: join(folder, name), keptAt: Number(keptAt), isCompressed: gz !== undefined };
    return [{ ...about, spoolId, log: isLog, segment: Number(segment) }];
  });
}

interface KeptOptions {
  dataDir: string;
  /** 0 keeps none. */
  days: number;
  files: SpoolFiles;
  now: () => number;
}

/** Keeps stored segments for some days, so that `npm run replay` can store them in a restored database. */
export class KeptSegments {
  private readonly folder: string;
  private tidying: Promise<void> | undefined;

  constructor(private readonly options: KeptOptions) {
    this.folder = keptFolder(options.dataDir);
  }

  /** Moves a stored segment out of its folder; deletes it if it is empty or `days` is 0. */
  keep(directory: string, { spoolId, log, segment }: SegmentKey): void {
    const { files, days, now } = this.options;
    const path = segmentPath(directory, segment);
    try {
      if (days === 0 || files.statSync(path).size === 0) return files.unlinkSync(path);
      files.mkdirSync(this.folder, { recursive: true });
      files.renameSync(path, join(this.folder, `${now()}-${spoolId}-${log}-${basename(path)}`));
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
  }

  /** Deletes segments that are too old, and compresses the others. */
  tidy(): Promise<void> {
    return (this.tidying ??= this.deleteAndCompress().finally(() => (this.tidying = undefined)));
  }

  private async deleteAndCompress(): Promise<void> {
    const { dataDir, days, now } = this.options;
    const oldest = now() - days * DAY_MS;
    for (const name of await namesIn(this.folder)) {
      const [, keptAt] = KEPT_AT.exec(name) ?? [];
      if (keptAt !== undefined && Number(keptAt) <= oldest)
        await rm(join(this.folder, name), { force: true });
    }
    for (const { path, isCompressed } of await listKept(dataDir)) if (!isCompressed) await compress(path);
  }
}

/** Compresses a file. Two collectors with one DATA_DIR may do the same file at once. */
async function compress(path: string): Promise<void> {
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  try {
    await pipeline(
      createReadStream(path),
      createGzip({ level: LEVEL }),
      createWriteStream(partial, { flush: true }),
    );
    await rename(partial, `${path}.gz`);
    await rm(path, { force: true });
  } catch (error) {
    await rm(partial, { force: true });
    if (!isMissing(error)) throw error;
  }
}
