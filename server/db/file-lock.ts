import { DatabaseSync } from '@photostructure/sqlite';
import { isBusy } from './transient-error';

/** A lock that this process holds until it releases it or dies. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, creating it if missing. Returns undefined while it is locked, even by this process.
 *
 * Node has no file locks, but SQLite has: an exclusive transaction holds the operating system's lock on its
 * file. Neither a clock nor a pause can break it, and the system releases it with the process. The file stays
 * empty. Nothing else may open it, because closing any descriptor of it frees the lock.
 */
export function lockFile(path: string): FileLock | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // A journal in memory avoids a second file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => connection.close() };
}
