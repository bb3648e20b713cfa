import { DatabaseSync } from '@photostructure/sqlite';
import { isBusy } from '../../db/transient-error';

/** A lock that this process holds until it releases it or dies, however it dies. */
export interface FileLock {
  release(): void;
}

/**
 * Locks a file, making it when it is missing; undefined while anybody else holds the lock, this process included.
 *
 * Node has no file locks of its own. The embedded database has: an exclusive transaction holds the operating system's
 * lock on its file, which no clock and no pause can take away, and which the system itself releases with the process.
 * Nothing is ever written into the file, and nothing else may open it: closing any descriptor of it frees the lock.
 */
export function lockFile(path: string): FileLock | undefined {
  const connection = new DatabaseSync(path, { timeout: 0 });
  try {
    // Without a journal in memory there would be a second file.
    connection.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return { release: () => connection.close() };
}
