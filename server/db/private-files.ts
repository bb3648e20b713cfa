import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Makes all files and folders that this process creates private to its user. */
export function makePrivate(): void {
  process.umask(0o077);
}

/**
 * Creates a private database file, and removes access of others from an existing one and its companion files.
 */
export function privateDatabaseFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
