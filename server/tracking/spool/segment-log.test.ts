import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { IncomingEvent } from '../../journeys';
import { Drainer, type SpoolSink } from './drainer';
import { listSegments, segmentPath, type SpoolPosition } from './segment-files';
import { SegmentLog } from './segment-log';
import { SegmentReader } from './segment-reader';
import { eventLine, parseSpoolLine, type SpoolEntry } from './spool-entry';

const LIMITS = { maxLines: 100, maxBytes: 64 };
let directory = '';

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inflow-spool-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const append = (log: SegmentLog, line: string) =>
  new Promise<Error | null>((resolve) => log.append(line, resolve));

function readAll(reader: SegmentReader): string[] {
  const all: string[] = [];
  for (let position = reader.firstPosition(); ; ) {
    const { lines, next } = reader.read(position, LIMITS);
    if (lines.length === 0 && next.segment === position.segment) return all;
    all.push(...lines);
    position = next;
  }
}

describe.each(['interval', 'group'] as const)('the segment log with fsync %s', (fsync) => {
  it('has a line in its file before it acknowledges it', async () => {
    const log = new SegmentLog({ directory, fsync });
    await Promise.all(
      ['one', 'two', 'three'].map(async (line) => {
        expect(await append(log, line)).toBeNull();
        expect(readFileSync(segmentPath(directory, 1), 'utf8')).toContain(`${line}\n`);
      }),
    );
    log.close();
  });

  it('goes on in new segments, and each start opens one', async () => {
    for (let start = 0; start < 2; start += 1) {
      const log = new SegmentLog({ directory, fsync, maxSegmentBytes: 10 });
      for (let i = 0; i < 4; i += 1) await append(log, `line ${start}.${i}`);
      log.close();
    }
    expect(listSegments(directory).length).toBeGreaterThan(3);
    expect(readAll(new SegmentReader(directory, () => Infinity))).toHaveLength(8);
  });

  it('acknowledges what is pending when it closes, and refuses what comes later', async () => {
    const log = new SegmentLog({ directory, fsync });
    const pending = append(log, 'pending');
    log.close();
    expect(await pending).toBeNull();
    expect(await append(log, 'late')).toBeInstanceOf(Error);
    expect(readAll(new SegmentReader(directory, () => Infinity))).toEqual(['pending']);
  });
});

describe('reading', () => {
  it('never passes the last complete line of the segment that is being written', () => {
    writeFileSync(segmentPath(directory, 1), 'a\nb\nto');
    const reader = new SegmentReader(directory, () => 1);
    const first = reader.read({ segment: 1, offset: 0 }, LIMITS);
    expect(first).toEqual({ lines: ['a', 'b'], next: { segment: 1, offset: 4 } });
    expect(reader.read(first.next, LIMITS)).toEqual({ lines: [], next: first.next });
    appendFileSync(segmentPath(directory, 1), 'rn\n');
    expect(reader.read(first.next, LIMITS).lines).toEqual(['torn']);
  });

  it('passes over the torn end of a segment that a dead process wrote', () => {
    writeFileSync(segmentPath(directory, 1), 'a\ntorn');
    writeFileSync(segmentPath(directory, 4), 'b\n');
    expect(readAll(new SegmentReader(directory, () => 4))).toEqual(['a', 'b']);
  });

  it('reads lines longer than its buffer, and text beyond ASCII', () => {
    const long = '長い'.repeat(200);
    writeFileSync(segmentPath(directory, 1), `${long}\nb\n`);
    expect(readAll(new SegmentReader(directory, () => 1))).toEqual([long, 'b']);
  });
});

describe('draining', () => {
  const event = (id: string) => ({ type: 'click', id, productId: 1, door: 'redirect', ip: null }) as IncomingEvent;

  /** A database that keeps what it is given, and fails as it is told. */
  class Memory implements SpoolSink {
    stored: string[] = [];
    refused: string[] = [];
    at: SpoolPosition | undefined;
    away = false;
    poison = '';

    position() {
      return this.away ? Promise.reject(new Error('away')) : Promise.resolve(this.at);
    }

    store(entries: readonly SpoolEntry[], next: SpoolPosition) {
      if (this.away) return Promise.reject(new Error('away'));
      const ids = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.id] : []));
      if (ids.includes(this.poison)) return Promise.reject(new TypeError('not storable'));
      this.stored.push(...ids.filter((id) => !this.stored.includes(id)));
      for (const entry of entries) if (entry.kind === 'refused') this.refused.push(entry.refused.reason);
      this.at = next;
      return Promise.resolve();
    }

    isPassing(error: unknown) {
      return !(error instanceof TypeError);
    }
  }

  const drainer = (sink: SpoolSink, currentSegment: () => number) =>
    new Drainer({ directory, currentSegment, sink, log: pino({ level: 'silent' }), now: Date.now });

  it('moves all lines in order and deletes the segments that are stored', async () => {
    const log = new SegmentLog({ directory, fsync: 'interval', maxSegmentBytes: 200 });
    const ids = Array.from({ length: 20 }, (_, i) => `e${i}`);
    for (const id of ids) await append(log, eventLine(event(id)));
    const sink = new Memory();
    await drainer(sink, () => log.currentSegment).drainAll();
    expect(sink.stored).toEqual(ids);
    expect(listSegments(directory)).toEqual([log.currentSegment]);
    log.close();
  });

  it('goes on where the database says it stopped', async () => {
    writeFileSync(segmentPath(directory, 3), `${eventLine(event('a'))}\n${eventLine(event('b'))}\n`);
    const sink = new Memory();
    sink.at = { segment: 3, offset: eventLine(event('a')).length + 1 };
    await drainer(sink, () => 3).drainAll();
    expect(sink.stored).toEqual(['b']);
  });

  it('begins anew when the stored place is of files that are gone', async () => {
    writeFileSync(segmentPath(directory, 1), `${eventLine(event('a'))}\n`);
    const sink = new Memory();
    sink.at = { segment: 9, offset: 100 };
    await drainer(sink, () => 1).drainAll();
    expect(sink.stored).toEqual(['a']);
  });

  it('keeps an event that can not be stored as refused, and goes on with the others', async () => {
    const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => eventLine(event(id)));
    writeFileSync(segmentPath(directory, 1), lines.join('\n') + '\n');
    const sink = new Memory();
    sink.poison = 'd';
    await drainer(sink, () => 1).drainAll();
    expect(sink.stored).toEqual(['a', 'b', 'c', 'e']);
    expect(sink.refused).toEqual(['not storable: not storable']);
    expect(sink.at?.offset).toBe(lines.join('\n').length + 1);
  });

  it('waits while the database is away and then moves everything once', async () => {
    writeFileSync(segmentPath(directory, 1), `${eventLine(event('a'))}\n`);
    const sink = new Memory();
    sink.away = true;
    const draining = drainer(sink, () => 1);
    draining.start();
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(sink.stored).toEqual([]);
    sink.away = false;
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(sink.stored).toEqual(['a']);
    await draining.stop();
  });
});

it('reads back what it wrote, and nothing else', () => {
  const written = { type: 'click', id: 'あ"\n', productId: 1 } as IncomingEvent;
  expect(parseSpoolLine(eventLine(written))).toEqual({ kind: 'event', event: written });
  for (const line of ['', 'E', 'E{"torn', 'X{}', '\0\0\0', 'E12']) expect(parseSpoolLine(line)).toBeUndefined();
});
