import { chmodSync, closeSync, existsSync, openSync } from 'node:fs';

/** Everything that this process makes from now on, files and folders, is for the product's own user alone. */
export function makePrivate(): void {
  process.umask(0o077);
}

/** Makes a database file that only its owner may read, and closes one that others can; its companions with it. */
export function privateDatabaseFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600));
  for (const file of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(file)) chmodSync(file, 0o600);
}
