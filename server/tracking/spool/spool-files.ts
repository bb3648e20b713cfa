import fs from 'node:fs';
import { errorCode } from '../../platform/errors';
import { lockFile, type FileLock } from './file-lock';

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
