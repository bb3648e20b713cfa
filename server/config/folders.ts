import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, messageOf } from '../platform/errors';
import { ConfigError, type Config } from './config';

/** Temporary disk errors: the settings are right, and redirects still forward. */
const TEMPORARY_DISK_ERRORS: readonly (string | undefined)[] = ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO'];

/** Kind of the file at a path; undefined if the path doesn't exist or runs through a file. */
const fileKind = (path: string): 'folder' | 'file' | undefined => {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file';
  } catch {
    return undefined;
  }
};

/** Returns the file that prevents a path from being a folder: the path itself or one of its ancestors. */
function blockingFile(path: string): string | undefined {
  const kind = fileKind(path);
  const above = dirname(path);
  if (kind !== undefined || above === path) return kind === 'file' ? path : undefined;
  return blockingFile(above);
}

/**
 * Creates a folder and its ancestors one by one. With `recursive`, Node retries forever below folders like
 * /proc.
 */
function makeFolder(path: string): void {
  if (fileKind(path) === 'folder') return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/**
 * Returns the reason why a folder is not writable; undefined if it is, or if the disk has a temporary error.
 */
function writeError(path: string): string | undefined {
  try {
    makeFolder(path);
    rmdirSync(mkdtempSync(join(path, '.try-')));
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    return TEMPORARY_DISK_ERRORS.includes(code) ? undefined : (code ?? messageOf(error));
  }
}

/**
 * Checks that DATA_DIR, if the role uses it, and the folder of the embedded database are or can become
 * writable folders.
 * @throws ConfigError naming the variable
 */
export function checkFolders({
  dataDir,
  database,
  role,
  jwtSecret,
}: Pick<Config, 'dataDir' | 'database' | 'role' | 'jwtSecret'>): void {
  const data = resolve(dataDir);
  const inData = blockingFile(data);
  if (inData !== undefined) throw new ConfigError('DATA_DIR', `must be a folder, and ${inData} is a file`);
  // The click log and the settings snapshot are in DATA_DIR; every role stores a generated secret there.
  const fault = role === 'all' || role === 'collector' || !jwtSecret ? writeError(data) : undefined;
  if (fault !== undefined)
    throw new ConfigError(
      'DATA_DIR',
      `must be a folder that can be written, and ${data} can't be (${fault})`,
    );
  if (database.kind !== 'sqlite') return;
  const folder = dirname(database.path);
  const above = blockingFile(folder);
  if (above !== undefined)
    throw new ConfigError('DATABASE_URL', `must name a file in a folder, and ${above} is a file`);
  if (fileKind(database.path) === 'folder')
    throw new ConfigError('DATABASE_URL', `must name a file, and ${database.path} is a folder`);
  const closed = writeError(folder);
  if (closed !== undefined)
    throw new ConfigError(
      'DATABASE_URL',
      `must name a file in a folder that can be written, and ${folder} can't be (${closed})`,
    );
}
