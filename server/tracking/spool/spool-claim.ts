import fs from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { lockFile, type FileLock } from '../../db/file-lock';
import { errorCode } from '../../platform/errors';

/** File operations of the spool, replaceable so tests can make each of them fail. */
export interface SpoolFiles extends Pick<
  typeof fs,
  | 'closeSync'
  | 'fdatasync'
  | 'fdatasyncSync'
  | 'fsyncSync'
  | 'ftruncateSync'
  | 'mkdirSync'
  | 'openSync'
  | 'readdirSync'
  | 'readSync'
  | 'renameSync'
  | 'rmdirSync'
  | 'statSync'
  | 'unlinkSync'
  | 'writeSync'
> {
  lockSync(path: string): FileLock | undefined;
}

/** The real disk. */
export const diskFiles: SpoolFiles = { ...fs, lockSync: lockFile };

/** True for the error of a missing file or folder. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

/** Returns undefined for the error of a missing file or folder, and throws others. */
export function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

const LOCK = 'lock';
/** Files that earlier versions marked a spool with. */
const FORMER_MARK = /^owner(\.|$)/;
const ATTEMPTS = 5;

/** A spool directory that this process owns until it releases it. */
export interface SpoolClaim {
  /** Name of the directory and id of the spool, which identifies its stored offset. */
  id: string;
  directory: string;
  /** False once the directory or its lock was removed: then nothing more may be acknowledged in it. */
  isOurs(): boolean;
  readonly release: () => void;
  /** Removes the directory, which must have no segments left, and releases it. */
  remove(): void;
}

/**
 * Claims every spool under `root` whose collector is gone, to store its clicks. Several collectors may share
 * the folder; only the lock decides who owns a spool.
 */
export function claimOrphans(
  root: string,
  files: SpoolFiles,
  onFault: (error: unknown) => void,
): SpoolClaim[] {
  const claimed: SpoolClaim[] = [];
  for (const id of spoolsIn(root, files)) {
    try {
      const orphan = claim(root, id, files);
      if (orphan) claimed.push(orphan);
    } catch (error) {
      onFault(error);
    }
  }
  return claimed;
}

export function spoolsIn(root: string, files: SpoolFiles): string[] {
  try {
    const entries = files.readdirSync(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Creates a spool for this process. Another process may only drain a spool, never write it. */
export function newSpool(root: string, files: SpoolFiles): SpoolClaim {
  files.mkdirSync(root, { recursive: true });
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const id = randomBytes(12).toString('hex');
    files.mkdirSync(join(root, id));
    const claimed = claim(root, id, files);
    if (claimed) {
      orElse(claimed.release, () => syncDirectory(root, files));
      return claimed;
    }
    // Another collector claimed the new, empty directory as an orphan.
  }
  throw new Error('no new spool could be locked');
}

/** Runs `work`; if it fails, runs `undo` and rethrows. */
function orElse<T>(undo: () => void, work: () => T): T {
  try {
    return work();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Makes new entries of a directory survive a power cut. */
export function syncDirectory(directory: string, files: SpoolFiles): void {
  const fd = files.openSync(directory, 'r');
  try {
    files.fsyncSync(fd);
  } finally {
    files.closeSync(fd);
  }
}

function claim(root: string, id: string, files: SpoolFiles): SpoolClaim | undefined {
  const directory = join(root, id);
  const path = join(directory, LOCK);
  const inode = (): number | undefined => files.statSync(path, { throwIfNoEntry: false })?.ino;
  const before = inode();
  const lock = lockIn(directory, path, files);
  if (!lock) return undefined;
  const release = () => lock.release();
  const locked = orElse(release, inode);
  // The owner removed the spool in between, so this lock is on a deleted file.
  if (locked === undefined || (before !== undefined && before !== locked)) {
    release();
    return undefined;
  }
  const isOurs = () => inode() === locked;
  return {
    id,
    directory,
    isOurs,
    release,
    remove() {
      try {
        if (isOurs()) removeEmpty(directory, path, files);
      } finally {
        release();
      }
    },
  };
}

function lockIn(directory: string, path: string, files: SpoolFiles) {
  try {
    return files.lockSync(path);
  } catch (error) {
    if (files.statSync(directory, { throwIfNoEntry: false }) === undefined) return undefined;
    throw error;
  }
}

/** Deletes known files only; a directory with unknown files stays. */
function removeEmpty(directory: string, lock: string, files: SpoolFiles): void {
  for (const name of files.readdirSync(directory))
    if (FORMER_MARK.test(name)) files.unlinkSync(join(directory, name));
  files.unlinkSync(lock);
  files.rmdirSync(directory);
}
