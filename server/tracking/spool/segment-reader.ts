import { join } from 'node:path';
import { isMissing, diskFiles, type SpoolFiles } from './spool-claim';

/** Position in a spool: segment number and byte offset of the first unread line. */
export interface SpoolPosition {
  segment: number;
  offset: number;
}

const NAME = /^(\d{10})\.seg$/;

/** Returns the path of a segment file. Numbers are padded so names sort like numbers. */
export const segmentPath = (directory: string, segment: number): string =>
  join(directory, `${String(segment).padStart(10, '0')}.seg`);

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

/** One line on disk, without its line break, and the position after it. */
export interface SpoolLine {
  bytes: Buffer;
  end: SpoolPosition;
}

/** Lines read from a position, and the position after them. */
interface SpoolBatch {
  lines: SpoolLine[];
  next: SpoolPosition;
}

const LINE_END = 0x0a;
/** Maximum length of our own lines; only this much of a longer line is read. */
const MAX_LINE_BYTES = 1024 * 1024;

interface ReadLimits {
  maxLines: number;
  maxBytes: number;
}

/** State of the log that writes the directory. */
export interface Writing {
  /** Number of the segment that is being written, Infinity if none is. */
  currentSegment(): number;
  /** Readable end of a segment. */
  readableEnd(segment: number): number;
}

/** A spool without a writer. */
export const NOT_WRITTEN: Writing = { currentSegment: () => Infinity, readableEnd: () => Infinity };

/** Reads a spool's lines in order, segment by segment, up to the last acknowledged byte. */
export class SegmentReader {
  private fd = -1;
  private opened = 0;

  constructor(
    private readonly directory: string,
    private readonly writing: Writing,
    private readonly files: SpoolFiles = diskFiles,
  ) {}

  /** Returns the start position of a spool without a stored one. */
  firstPosition(): SpoolPosition {
    const [first] = listSegments(this.directory, this.files);
    const current = this.writing.currentSegment();
    return { segment: first ?? (Number.isFinite(current) ? current : 0), offset: 0 };
  }

  /**
   * Reads the next lines. No lines and an unchanged position mean that all lines are read. Bytes after the
   * last line break of a closed segment count as a line; its checksum decides if it is valid.
   */
  read(from: SpoolPosition, limits: ReadLimits): SpoolBatch {
    for (let position = from; ;) {
      // Checked before reading: a segment that is closed now is complete.
      const closed = position.segment < this.writing.currentSegment();
      const lines = this.readSegment(position, limits, closed);
      const last = lines.at(-1);
      if (last || !closed) return { lines, next: last?.end ?? position };
      const segment = listSegments(this.directory, this.files).find((number) => number > position.segment);
      if (segment === undefined) return { lines: [], next: position };
      position = { segment, offset: 0 };
    }
  }

  close(): void {
    const { fd } = this;
    this.fd = -1;
    if (fd >= 0) this.files.closeSync(fd);
  }

  private readSegment(from: SpoolPosition, { maxLines, maxBytes }: ReadLimits, closed: boolean): SpoolLine[] {
    for (let size = maxBytes; ; size = Math.min(size * 2, MAX_LINE_BYTES)) {
      const bytes = this.bytesAt(from, size);
      const lines = completeLines(bytes, from, maxLines);
      if (lines.length > 0) return lines;
      // End of the segment: the rest of a closed one is its last line.
      if (bytes.length < size) return closed && bytes.length > 0 ? [lineAt(from, bytes, bytes.length)] : [];
      // The line exceeds the buffer: read again with a larger one, up to the maximum.
      if (size >= MAX_LINE_BYTES) return [lineAt(from, bytes, this.lengthOfLine(from, bytes.length))];
    }
  }

  /** Lists the segments from a number on, oldest first. */
  segmentsFrom(first: number): number[] {
    return listSegments(this.directory, this.files).filter((segment) => segment >= first);
  }

  /** Returns the readable bytes of a segment. */
  sizeOf(segment: number): number {
    const path = segmentPath(this.directory, segment);
    const size = this.files.statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return Math.min(size, this.writing.readableEnd(segment));
  }

  /** Reads at most `size` readable bytes at a position; none of a missing segment. */
  bytesAt({ segment, offset }: SpoolPosition, size: number): Buffer {
    if (!this.open(segment)) return Buffer.alloc(0);
    const buffer = Buffer.allocUnsafe(
      Math.max(0, Math.min(size, this.writing.readableEnd(segment) - offset)),
    );
    let length = 0;
    while (length < buffer.length) {
      const read = this.files.readSync(this.fd, buffer, length, buffer.length - length, offset + length);
      if (read === 0) break;
      length += read;
    }
    return buffer.subarray(0, length);
  }

  /** Returns the length of a line with its line break; the first `known` bytes contain none. */
  private lengthOfLine(from: SpoolPosition, known: number): number {
    for (let length = known; ;) {
      const bytes = this.bytesAt({ segment: from.segment, offset: from.offset + length }, MAX_LINE_BYTES);
      const end = bytes.indexOf(LINE_END);
      if (end >= 0) return length + end + 1;
      length += bytes.length;
      if (bytes.length < MAX_LINE_BYTES) return length;
    }
  }

  private open(segment: number): boolean {
    if (this.fd >= 0 && this.opened === segment) return true;
    this.close();
    try {
      this.fd = this.files.openSync(segmentPath(this.directory, segment), 'r');
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
    this.opened = segment;
    return true;
  }
}

const lineAt = ({ segment, offset }: SpoolPosition, bytes: Buffer, length: number): SpoolLine => ({
  bytes,
  end: { segment, offset: offset + length },
});

function completeLines(buffer: Buffer, from: SpoolPosition, maxLines: number): SpoolLine[] {
  const lines: SpoolLine[] = [];
  for (let begin = 0; lines.length < maxLines;) {
    const end = buffer.indexOf(LINE_END, begin);
    if (end < 0) break;
    lines.push(lineAt(from, buffer.subarray(begin, end), end + 1));
    begin = end + 1;
  }
  return lines;
}
