import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Transform, Writable, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { errorCode } from '../../platform/errors';
import { MIGRATIONS } from '../migrations';

/** Reason why a backup can't be written or restored, for the operator. */
export class BackupError extends Error {}

const FORMAT = 'inflow-backup-1';
/** The manifest is written last, into this space at the start. */
const MANIFEST_BYTES = 1024;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  database: z.enum(['sqlite', 'mysql']),
  /** Name of the last migration of the schema. */
  schema: z.string(),
  /** The backup holds every event that was stored before. */
  createdAt: z.iso.datetime(),
  /** Size and digest of the compressed content. */
  bytes: z.int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** Describes a backup: the first kilobyte of its file, as JSON. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Passes bytes on, and counts and digests them. */
class Digest extends Transform {
  bytes = 0;
  private readonly hash = createHash('sha256');

  override _transform(chunk: Buffer, _: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.hash.update(chunk);
    done(null, chunk);
  }

  hex(): string {
    return this.hash.digest('hex');
  }
}

/**
 * Writes a backup: compressed content under a temporary name, then its manifest, then its name. So a file with
 * the name of a backup is complete.
 */
export async function writeBackup(
  file: string,
  about: Pick<Manifest, 'database' | 'schema' | 'createdAt'>,
  content: Readable,
): Promise<Manifest> {
  const partial = `${file}.partial`;
  try {
    const digest = new Digest();
    const output = createWriteStream(partial, { mode: 0o600 });
    output.write(Buffer.alloc(MANIFEST_BYTES, ' '));
    await pipeline(content, createGzip({ level: 6 }), digest, output);
    const manifest: Manifest = { format: FORMAT, ...about, bytes: digest.bytes, sha256: digest.hex() };
    await onHandle(partial, 'r+', async (handle) => {
      await handle.write(`${JSON.stringify(manifest)}\n`, 0);
      await handle.sync();
    });
    await rename(partial, file);
    await onHandle(dirname(file), 'r', (folder) => folder.sync());
    return manifest;
  } finally {
    await rm(partial, { force: true });
  }
}

async function onHandle<T>(
  path: string,
  flags: string,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(path, flags);
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

async function readManifest(file: string): Promise<Manifest> {
  const bytes = Buffer.alloc(MANIFEST_BYTES);
  try {
    await onHandle(file, 'r', (handle) => handle.read(bytes, 0, MANIFEST_BYTES, 0));
  } catch (error) {
    throw new BackupError(`FILE: ${file} can't be read (${errorCode(error)})`);
  }
  try {
    return manifestSchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    throw new BackupError(`FILE: ${file} is no complete backup`);
  }
}

const contentOf = (file: string) => createReadStream(file, { start: MANIFEST_BYTES });

/**
 * Reads a whole backup and returns its manifest.
 * @throws BackupError if it is incomplete, damaged, or of a newer version
 */
export async function checkBackup(file: string): Promise<Manifest> {
  const manifest = await readManifest(file);
  const size = (await stat(file)).size - MANIFEST_BYTES;
  if (size !== manifest.bytes)
    throw new BackupError(`FILE: ${file} has ${size} of ${manifest.bytes} bytes of content`);
  const digest = new Digest();
  await pipeline(contentOf(file), digest, new Writable({ write: (_, __, done) => done() }));
  if (digest.hex() !== manifest.sha256) throw new BackupError(`FILE: ${file} is damaged`);
  if (!MIGRATIONS.some(({ name }) => name === manifest.schema))
    throw new BackupError(
      `FILE: ${file} is from a newer version (${manifest.schema}); restore it with that one`,
    );
  return manifest;
}

/** Writes the content of a checked backup to a stream. */
export const readBackup = (file: string, output: Writable): Promise<void> =>
  pipeline(contentOf(file), createGunzip(), output);
