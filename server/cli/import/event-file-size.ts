import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';
import { isWorkbook } from '../../../shared/format/csv';
import { messageOf } from '../../platform/errors';
import { CommandError } from '../command';

/** Bytes needed to recognise a workbook. */
const START_BYTES = 16;

async function readStart(file: string): Promise<string> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await opened.close();
  }
}

/**
 * Returns the size of an event file in bytes.
 * @throws CommandError if it is unreadable or a workbook, whose lines would all be rejected
 */
export async function eventFileSize(file: string): Promise<number> {
  try {
    await access(file, constants.R_OK);
    const about = await stat(file);
    if (about.isDirectory()) throw new Error('it is a folder');
    if (about.isFile() && isWorkbook(await readStart(file)))
      throw new Error('it is an Excel file; save it as CSV (UTF-8) and import that file');
    return about.size;
  } catch (error) {
    throw new CommandError(`${file} can't be read: ${messageOf(error)}`);
  }
}
