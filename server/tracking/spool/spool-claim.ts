import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { isMissing, type SpoolFiles } from './spool-files';

const LOCK = 'lock';
/** What versions before the lock marked a spool with. */
const FORMER_MARK = /^owner(\.|$)/;
const ATTEMPTS = 5;

/** One spool directory that belongs to this process until it is released. */
export interface SpoolClaim {
  /** Name of the directory: the spool's own id, under which its offset is kept. */
  id: string;
  directory: string;
  /** False once somebody took the directory or its lock away: then nothing more may be acknowledged in it. */
  isOurs(): boolean;
  readonly release: () => void;
  /** Removes the directory, which must hold no segments any more, and releases it. */
  remove(): void;
}

/**
 * Takes every spool under `root` whose collector is gone: its clicks are found there. Several collectors may share
 * the folder; only the lock says whose a spool is.
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

function spoolsIn(root: string, files: SpoolFiles): string[] {
  try {
    const entries = files.readdirSync(root, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Makes a spool of this process's own. No spool is ever written by a second process: it is only read to its end. */
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
    // Another collector took the new, empty directory for an orphan.
  }
  throw new Error('no spool of our own could be locked');
}

/** Does a thing; when that fails, another one before the failure goes on. */
function orElse<T>(undo: () => void, work: () => T): T {
  try {
    return work();
  } catch (error) {
    undo();
    throw error;
  }
}

/** Makes sure that what was made in a directory is still in it after a power cut. */
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
  // While we looked its owner removed the spool: what we hold is the lock of a file that is no more.
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

/** Never deletes what it does not know: with anything else inside, the directory stays. */
function removeEmpty(directory: string, lock: string, files: SpoolFiles): void {
  for (const name of files.readdirSync(directory))
    if (FORMER_MARK.test(name)) files.unlinkSync(join(directory, name));
  files.unlinkSync(lock);
  files.rmdirSync(directory);
}
