import { isEventId } from '../../platform/event-id';
import type { ClickEvent } from '../../journeys';
import type { SegmentReader, SpoolPosition } from './segment-reader';
import { readLine } from './spool-line';

/** A redirect's line. Its id begins with its time, and redirects append in order of time. */
const CLICK = /E\{"type":"click","door":"redirect".*?"id":"([0-9a-f]{32})"/;
const TIME_DIGITS = 12;
const LINE_FEED = 10;
/** Bytes in which the line of a click is expected to begin. */
const PROBE_BYTES = 8 * 1024;
/** Bytes at which a search ends, and bytes of clicks of one millisecond: they come in bursts. */
const WINDOW_BYTES = 16 * 1024;
const BURST_BYTES = 128 * 1024;

/** Adds the lines of clicks to `lines` by their ids. A line that is cut off is damaged, so it counts for none. */
function addLines(bytes: Buffer, lines: Map<string, Buffer>): void {
  for (let begin = 0, end = 0; (end = bytes.indexOf(LINE_FEED, begin)) >= 0; begin = end + 1) {
    const line = bytes.subarray(begin, end);
    const id = CLICK.exec(line.toString('latin1'))?.[1];
    if (id !== undefined) lines.set(id, line);
  }
}

const clickOf = (line: Buffer | undefined, id: string): ClickEvent[] =>
  readLine(line ?? Buffer.alloc(0)).flatMap((entry) =>
    entry.kind === 'event' && entry.event.type === 'click' && entry.event.id === id ? entry.event : [],
  );

/** A segment with the time of its first click after the position. */
interface Searched {
  segment: number;
  start: number;
  first: string | undefined;
}

/** Finds clicks that wait in a spool by their ids, with a binary search by time. */
export class WaitingClicks {
  constructor(private readonly reader: SegmentReader) {}

  /** Returns the clicks with these ids after a position. Can miss one if the clock was set back since. */
  find(ids: readonly string[], from: SpoolPosition): ClickEvent[] {
    const wanted = [...new Set(ids)].filter(isEventId).sort().reverse();
    const lines = new Map<string, Buffer>();
    const segments: Searched[] = [];
    try {
      // Newest first: later events name recent clicks more often.
      const numbers = this.reader.segmentsFrom(from.segment).reverse();
      for (const id of wanted) {
        const time = id.slice(0, TIME_DIGITS);
        for (let n = 0; n < numbers.length && !lines.has(id); n += 1) {
          const searched = (segments[n] ??= this.startOf(numbers[n] ?? 0, from));
          if (searched.first === undefined || searched.first > time) continue;
          this.addLinesNear(time, searched, lines);
          // Clicks of one millisecond may be in two segments.
          if (searched.first < time) break;
        }
      }
    } finally {
      this.reader.close();
    }
    return wanted.flatMap((id) => clickOf(lines.get(id), id));
  }

  private startOf(segment: number, from: SpoolPosition): Searched {
    const start = segment === from.segment ? from.offset : 0;
    return { segment, start, first: this.timeAfter({ segment, offset: start }) };
  }

  private addLinesNear(time: string, { segment, start }: Searched, lines: Map<string, Buffer>): void {
    let low = start;
    let high = this.reader.sizeOf(segment);
    while (high - low > WINDOW_BYTES) {
      const middle = Math.floor((low + high) / 2);
      const first = this.timeAfter({ segment, offset: middle });
      if (first !== undefined && first < time) low = middle;
      else high = middle;
    }
    addLines(this.reader.bytesAt({ segment, offset: low }, high - low + BURST_BYTES), lines);
  }

  /** Returns the time digits of the first click after a position. */
  private timeAfter(position: SpoolPosition): string | undefined {
    return CLICK.exec(this.reader.bytesAt(position, PROBE_BYTES).toString('latin1'))?.[1]?.slice(
      0,
      TIME_DIGITS,
    );
  }
}
