import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { messageOf } from '../../platform/errors';
import { CommandError } from '../command';

/** Returns the size of an event file in bytes. @throws CommandError if it is unreadable */
export async function eventFileSize(file: string): Promise<number> {
  try {
    await access(file, constants.R_OK);
    const about = await stat(file);
    if (about.isDirectory()) throw new Error('it is a folder');
    return about.size;
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${messageOf(error)}`);
  }
}
