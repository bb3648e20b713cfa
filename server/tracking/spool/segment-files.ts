import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A place in a spool directory: segment number and byte offset of the first unread line. */
export interface SpoolPosition {
  segment: number;
  offset: number;
}

const NAME = /^(\d{10})\.seg$/;

/** Path of a segment file. Numbers are padded so that names sort as numbers do. */
export function segmentPath(directory: string, segment: number): string {
  return join(directory, `${String(segment).padStart(10, '0')}.seg`);
}

/** Numbers of the segments that exist, oldest first. */
export function listSegments(directory: string): number[] {
  return readdirSync(directory)
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits): digits is string => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b);
}

/** Bytes that stand in a spool after a position; all of them when none is known. */
export function bytesAfter(directory: string, position: SpoolPosition | undefined): number {
  const from = position ?? { segment: 0, offset: 0 };
  return listSegments(directory)
    .filter((segment) => segment >= from.segment)
    .map((segment) => statSync(segmentPath(directory, segment)).size - (segment === from.segment ? from.offset : 0))
    .reduce((sum, bytes) => sum + bytes, 0);
}
