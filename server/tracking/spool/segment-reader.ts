import { closeSync, openSync, readSync } from 'node:fs';
import { listSegments, segmentPath, type SpoolPosition } from './segment-files';

/** Complete lines read from a position on, and the position after them. */
export interface SpoolBatch {
  lines: string[];
  next: SpoolPosition;
}

const LINE_END = 0x0a;

export interface ReadLimits {
  maxLines: number;
  maxBytes: number;
}

/** Reads a spool's lines in order, segment after segment, and never past the last complete line. */
export class SegmentReader {
  private fd = -1;
  private opened = 0;

  /** @param currentSegment number of the segment that is still being written, Infinity when none is */
  constructor(
    private readonly directory: string,
    private readonly currentSegment: () => number,
  ) {}

  /** The first place that has not been read, when nothing is known of the past. */
  firstPosition(): SpoolPosition {
    return { segment: listSegments(this.directory)[0] ?? this.currentSegment(), offset: 0 };
  }

  /**
   * The next lines from `from` on. No lines and an unchanged position mean that all is read.
   * What a closed segment holds after its last line break was never acknowledged and is skipped.
   */
  read(from: SpoolPosition, { maxLines, maxBytes }: ReadLimits): SpoolBatch {
    for (let position = from; ; ) {
      // Asked before reading: a segment that is closed now has got all its lines.
      const closed = position.segment < this.currentSegment();
      const batch = this.readSegment(position, maxLines, maxBytes);
      if (batch.lines.length > 0 || !closed) return batch;
      const following = listSegments(this.directory).find((segment) => segment > position.segment);
      if (following === undefined) return { lines: [], next: position };
      position = { segment: following, offset: 0 };
    }
  }

  close(): void {
    if (this.fd >= 0) closeSync(this.fd);
    this.fd = -1;
  }

  private readSegment(from: SpoolPosition, maxLines: number, maxBytes: number): SpoolBatch {
    if (!this.open(from.segment)) return { lines: [], next: from };
    for (let size = maxBytes; ; size *= 2) {
      const buffer = Buffer.allocUnsafe(size);
      const length = readSync(this.fd, buffer, 0, size, from.offset);
      const batch = completeLines(buffer.subarray(0, length), maxLines);
      // A line longer than the buffer: read again with a bigger one.
      if (batch.bytes > 0 || length < size) {
        return { lines: batch.lines, next: { segment: from.segment, offset: from.offset + batch.bytes } };
      }
    }
  }

  private open(segment: number): boolean {
    if (this.fd >= 0 && this.opened === segment) return true;
    this.close();
    try {
      this.fd = openSync(segmentPath(this.directory, segment), 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
    this.opened = segment;
    return true;
  }
}

function completeLines(buffer: Buffer, maxLines: number): { lines: string[]; bytes: number } {
  const lines: string[] = [];
  let bytes = 0;
  while (lines.length < maxLines) {
    const end = buffer.indexOf(LINE_END, bytes);
    if (end < 0) break;
    lines.push(buffer.toString('utf8', bytes, end));
    bytes = end + 1;
  }
  return { lines, bytes };
}
