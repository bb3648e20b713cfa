import fs from 'node:fs';
import { errorCode } from '../../errors';
import { lockFile, type FileLock } from './file-lock';

/** Every file operation of the spool goes through one of these, so that a test can make each of them fail. */
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

/** The disk itself. */
export const diskFiles: SpoolFiles = { ...fs, lockSync: lockFile };

/** True for the error of a file or folder that is not there. */
export const isMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';
