import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { ConfigError, type Config } from './config';

/** What stands at a path; undefined where nothing does, or a file is in the way. */
const kindAt = (path: string): 'folder' | 'file' | undefined => {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
};

/** The file that keeps a path from being a folder: itself, or one above it. */
function fileInTheWay(path: string): string | undefined {
  const kind = kindAt(path);
  const above = dirname(path);
  if (kind !== undefined || above === path) return kind === 'file' ? path : undefined;
  return fileInTheWay(above);
}

/**
 * Looks whether DATA_DIR, and the folder of the embedded database, can be folders. One that is only not writable is no
 * fault of this: links are forwarded from a disk that went read-only too.
 * @throws ConfigError naming the variable
 */
export function checkFolders({ dataDir, database }: Pick<Config, 'dataDir' | 'database'>): void {
  const inData = fileInTheWay(resolve(dataDir));
  if (inData !== undefined) throw new ConfigError('DATA_DIR', `must be a folder, and ${inData} is a file`);
  if (database.kind !== 'sqlite') return;
  const above = fileInTheWay(dirname(database.path));
  if (above !== undefined) throw new ConfigError('DATABASE_URL', `must name a file in a folder, and ${above} is a file`);
  if (kindAt(database.path) === 'folder') throw new ConfigError('DATABASE_URL', `must name a file, and ${database.path} is a folder`);
}
