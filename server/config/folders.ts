import { mkdirSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { errorCode, messageOf } from '../errors';
import { ConfigError, type Config } from './config';

/** What a disk says that has gone wrong for the time being: no fault of a setting, and links are forwarded all the same. */
const OF_THE_DISK: readonly (string | undefined)[] = ['EROFS', 'ENOSPC', 'EDQUOT', 'EIO'];

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

/** Makes a folder and those above it, one by one: with `recursive`, Node tries for ever where nothing can be made, as below /proc. */
function makeFolder(path: string): void {
  if (kindAt(path) === 'folder') return;
  if (dirname(path) !== path) makeFolder(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}

/** Why nothing can be kept in a folder; undefined where it can, or where only the disk is in trouble. */
function unwritable(path: string): string | undefined {
  try {
    makeFolder(path);
    rmdirSync(mkdtempSync(join(path, '.try-')));
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    return OF_THE_DISK.includes(code) ? undefined : (code ?? messageOf(error));
  }
}

/**
 * Looks whether DATA_DIR, where something is kept there, and the folder of the embedded database can be folders that
 * take files.
 * @throws ConfigError naming the variable
 */
export function checkFolders({
  dataDir,
  database,
  role,
  jwtSecret,
}: Pick<Config, 'dataDir' | 'database' | 'role' | 'jwtSecret'>): void {
  const data = resolve(dataDir);
  const inData = fileInTheWay(data);
  if (inData !== undefined) throw new ConfigError('DATA_DIR', `must be a folder, and ${inData} is a file`);
  // Who answers clicks keeps their log and the settings there; a secret that is not given is kept by each role.
  const fault = role === 'all' || role === 'collector' || !jwtSecret ? unwritable(data) : undefined;
  if (fault !== undefined)
    throw new ConfigError(
      'DATA_DIR',
      `must be a folder that can be written, and ${data} can't be (${fault})`,
    );
  if (database.kind !== 'sqlite') return;
  const folder = dirname(database.path);
  const above = fileInTheWay(folder);
  if (above !== undefined)
    throw new ConfigError('DATABASE_URL', `must name a file in a folder, and ${above} is a file`);
  if (kindAt(database.path) === 'folder')
    throw new ConfigError('DATABASE_URL', `must name a file, and ${database.path} is a folder`);
  const closed = unwritable(folder);
  if (closed !== undefined)
    throw new ConfigError(
      'DATABASE_URL',
      `must name a file in a folder that can be written, and ${folder} can't be (${closed})`,
    );
}
