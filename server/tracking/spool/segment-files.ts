import { join } from 'node:path';
import { isMissing, type SpoolFiles } from './spool-files';

/** Position in a spool: segment number and byte offset of the first unread line. */
export interface SpoolPosition {
  segment: number;
  offset: number;
}

const NAME = /^(\d{10})\.seg$/;

/** Returns the path of a segment file. Numbers are padded so names sort like numbers. */
export function segmentPath(directory: string, segment: number): string {
  return join(directory, `${String(segment).padStart(10, '0')}.seg`);
}

/** Lists the numbers of the existing segments, oldest first; empty if the directory is missing. */
export function listSegments(directory: string, files: SpoolFiles): number[] {
  return namesIn(directory, files)
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits): digits is string => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

function namesIn(directory: string, files: SpoolFiles): string[] {
  try {
    return files.readdirSync(directory);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Returns the bytes of a spool after a position; all of them without a position. */
export function bytesAfter(
  directory: string,
  position: SpoolPosition | undefined,
  files: SpoolFiles,
): number {
  const from = position ?? { segment: 0, offset: 0 };
  return listSegments(directory, files)
    .filter((segment) => segment >= from.segment)
    .map((segment) => {
      const size = files.statSync(segmentPath(directory, segment), { throwIfNoEntry: false })?.size ?? 0;
      return segment === from.segment ? Math.max(0, size - from.offset) : size;
    })
    .reduce((sum, bytes) => sum + bytes, 0);
}
