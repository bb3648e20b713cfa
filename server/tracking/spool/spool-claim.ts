import { randomBytes } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

const OWNER = 'owner';
const BEAT_MS = 5000;
/** An owner that was not heard of for so long is dead, whatever machine it ran on. */
const SILENT_MS = 60_000;

/** One spool directory that belongs to this process until it is released. */
export interface SpoolClaim {
  /** Name of the directory: the spool's own id, under which its offset is kept. */
  id: string;
  directory: string;
  release(): void;
}

/** Marks that this process wrote: a second collector inside it must not take them for a dead one's. */
const held = new Set<string>();

interface Owner {
  host: string;
  pid: number;
}

/**
 * Takes every spool under `root` that no living process owns: after a crash its clicks are found there.
 * Several collectors may share the folder; each writes to a spool of its own.
 */
export function claimOrphans(root: string): SpoolClaim[] {
  mkdirSync(root, { recursive: true });
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => claim(root, entry.name))
    .filter((claimed) => claimed !== undefined);
}

/** Makes a spool of this process's own. */
export function newSpool(root: string): SpoolClaim {
  const id = randomBytes(12).toString('hex');
  mkdirSync(join(root, id), { recursive: true });
  const claimed = claim(root, id);
  if (!claimed) throw new Error(`the new spool ${id} is already owned`);
  return claimed;
}

function claim(root: string, id: string): SpoolClaim | undefined {
  const directory = join(root, id);
  const path = join(directory, OWNER);
  if (!free(path) || !write(directory, path)) return undefined;
  const beat = setInterval(() => touch(path), BEAT_MS);
  beat.unref();
  return {
    id,
    directory,
    release() {
      clearInterval(beat);
      held.delete(path);
      rmSync(path, { force: true });
    },
  };
}

/** Clears a dead owner's mark away; false while a living one holds it. */
function free(path: string): boolean {
  const owner = readOwner(path);
  if (owner === undefined) return true;
  if (isAlive(owner, path)) return false;
  // Of several that find it at once, one moves this very mark away; the others find it gone.
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
    unlinkSync(aside);
    return true;
  } catch {
    return false;
  }
}

function readOwner(path: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Owner;
  } catch (error) {
    // A torn mark is a dead owner's.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : { host: '', pid: 0 };
  }
}

function isAlive({ host, pid }: Owner, path: string): boolean {
  // In a container every start has the same number: our own is then the one before us.
  if (host === hostname() && (pid === process.pid ? !held.has(path) : !runs(pid))) return false;
  try {
    return Date.now() - statSync(path).mtimeMs < SILENT_MS;
  } catch {
    return false;
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function write(directory: string, path: string): boolean {
  const draft = join(directory, `${OWNER}.${randomBytes(6).toString('hex')}`);
  writeFileSync(draft, JSON.stringify({ host: hostname(), pid: process.pid } satisfies Owner));
  try {
    linkSync(draft, path);
    held.add(path);
    return true;
  } catch {
    return false;
  } finally {
    unlinkSync(draft);
  }
}

function touch(path: string): void {
  try {
    const now = new Date();
    utimesSync(path, now, now);
  } catch {
    // The folder is gone; appending will say so.
  }
}
