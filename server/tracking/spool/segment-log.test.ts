import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { clickEvent as event } from '../testing/events';
import { Drainer, type Blame, type SpoolSink } from './drainer';
import {
  listSegments,
  segmentPath,
  type SpoolPosition,
  NOT_WRITTEN,
  SegmentReader,
  type Writing,
} from './segment-reader';
import { newEventId } from '../../platform/event-id';
import { SegmentLog } from './segment-log';
import { type SpoolEntry, eventLine, readLine, rejectedLine } from './spool-line';
import { diskFiles } from './spool-claim';

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
  for (let position = reader.firstPosition(); ;) {
    const { lines, next } = reader.read(position, LIMITS);
    if (lines.length === 0 && next.segment === position.segment) return all;
    all.push(...lines.map(({ bytes }) => bytes.toString()));
    position = next;
  }
}

describe.each(['interval', 'group'] as const)('the segment log with fsync %s', (fsync) => {
  it('writes a line before it acknowledges it', async () => {
    const log = new SegmentLog({ directory, fsync });
    await Promise.all(
      ['one', 'two', 'three'].map(async (line) => {
        expect(await append(log, line)).toBeNull();
        expect(readFileSync(segmentPath(directory, 1), 'utf8')).toContain(`${line}\n`);
      }),
    );
    log.close();
  });

  it('continues in new segments', async () => {
    const log = new SegmentLog({ directory, fsync, maxSegmentBytes: 10 });
    for (let i = 0; i < 8; i += 1) await append(log, `line number ${i}`);
    log.close();
    expect(listSegments(directory, diskFiles)).toHaveLength(8);
    expect(readAll(new SegmentReader(directory, NOT_WRITTEN))).toHaveLength(8);
  });

  it('acknowledges pending lines when it closes, and rejects later ones', async () => {
    const log = new SegmentLog({ directory, fsync });
    const pending = append(log, 'pending');
    log.close();
    expect(await pending).toBeNull();
    expect(await append(log, 'late')).toBeInstanceOf(Error);
    expect(readAll(new SegmentReader(directory, NOT_WRITTEN))).toEqual(['pending']);
  });
});

describe('reading', () => {
  const writing = (segment: number): Writing => ({
    currentSegment: () => segment,
    readableEnd: () => Infinity,
  });
  const write = (segment: number, content: string | Buffer) =>
    writeFileSync(segmentPath(directory, segment), content);
  const texts = (reader: SegmentReader, from: SpoolPosition) =>
    reader.read(from, LIMITS).lines.map(({ bytes }) => bytes.toString());

  it('stops at the last complete line of the current segment', () => {
    write(1, 'a\nb\nto');
    const reader = new SegmentReader(directory, writing(1));
    const first = reader.read({ segment: 1, offset: 0 }, LIMITS);
    expect(first.lines.map(({ bytes, end }) => [bytes.toString(), end.offset])).toEqual([
      ['a', 2],
      ['b', 4],
    ]);
    expect(first.next).toEqual({ segment: 1, offset: 4 });
    expect(reader.read(first.next, LIMITS)).toEqual({ lines: [], next: first.next });
    appendFileSync(segmentPath(directory, 1), 'rn\n');
    expect(texts(reader, first.next)).toEqual(['torn']);
  });

  it('stops at the last acknowledged line', () => {
    write(1, 'a\nb\nc\n');
    write(2, 'd\n');
    const bounded = new SegmentReader(directory, {
      currentSegment: () => 2,
      readableEnd: (segment) => (segment === 1 ? 4 : 0),
    });
    expect(readAll(bounded)).toEqual(['a', 'b']);
  });

  it('returns the torn end of a dead process’s segment and skips empty segments', () => {
    write(1, 'a\ntorn');
    write(2, '');
    write(4, 'b\n');
    expect(readAll(new SegmentReader(directory, writing(4)))).toEqual(['a', 'torn', 'b']);
  });

  it('reads lines longer than its buffer, and non-ASCII text', () => {
    const long = '長い'.repeat(200);
    write(1, `${long}\nb\n`);
    expect(readAll(new SegmentReader(directory, writing(1)))).toEqual([long, 'b']);
  });

  it('reads only the start of a line above the maximum length', () => {
    write(1, `${'x'.repeat(5_000_000)}\nb\n${'y'.repeat(3_000_000)}`);
    const lines = readAll(new SegmentReader(directory, writing(2)));
    expect(lines.map((line) => [line[0], line.length])).toEqual([
      ['x', 1024 * 1024],
      ['b', 1],
      ['y', 1024 * 1024],
    ]);
  });
});

describe('draining', () => {
  /** In-memory sink that fails on demand. */
  class Memory implements SpoolSink {
    stored: string[] = [];
    refused: string[] = [];
    at: SpoolPosition | undefined;
    away = false;
    poison = '';
    /** Error of the event that can't be stored. */
    fault: Error = new TypeError('not storable');

    position() {
      return this.away ? Promise.reject(new Error('away')) : Promise.resolve(this.at);
    }

    store(entries: readonly SpoolEntry[], next: SpoolPosition) {
      if (this.away) return Promise.reject(new Error('away'));
      const ids = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.event.id] : []));
      if (ids.includes(this.poison)) return Promise.reject(this.fault);
      this.stored.push(...ids.filter((id) => !this.stored.includes(id)));
      for (const entry of entries) if (entry.kind === 'refused') this.refused.push(entry.refused.reason);
      this.at = next;
      return Promise.resolve();
    }

    report() {
      return Promise.resolve();
    }

    forget() {
      this.at = undefined;
      return Promise.resolve();
    }

    blame(error: unknown): Blame {
      if (error instanceof TypeError) return 'entry';
      return this.away ? 'database' : 'unclear';
    }
  }

  const drainer = (sink: SpoolSink, currentSegment: () => number) => {
    const writing = { currentSegment, readableEnd: () => Infinity };
    return new Drainer({ directory, writing, sink, log: pino({ level: 'silent' }), now: Date.now });
  };

  it('stores all lines in order and deletes the stored segments', async () => {
    const log = new SegmentLog({ directory, fsync: 'interval', maxSegmentBytes: 200 });
    const ids = Array.from({ length: 20 }, (_, i) => `e${i}`);
    for (const id of ids) await append(log, eventLine(event(id)));
    const sink = new Memory();
    await drainer(sink, () => log.currentSegment).drainAll();
    expect(sink.stored).toEqual(ids);
    expect(listSegments(directory, diskFiles)).toEqual([log.currentSegment]);
    log.close();
  });

  describe('with another transaction', () => {
    const START = Date.UTC(2026, 4, 20, 3);
    /** Writes redirects into segments, and returns their ids. */
    const writeClicks = (counts: readonly number[], perMs = 3): string[] => {
      let n = 0;
      return counts.flatMap((count, segment) => {
        const clicks = Array.from({ length: count }, () => {
          const time = START + Math.floor(n++ / perMs);
          // Some lines are long.
          return { ...event(newEventId(time)), time, ua: 'x'.repeat(n % 50 === 0 ? 3000 : 100) };
        });
        const lines = clicks.map((click) => `${eventLine(click)}\n`).join('');
        writeFileSync(segmentPath(directory, segment + 1), lines);
        return clicks.map(({ id }) => id);
      });
    };
    const idsOf = (clicks: readonly { id: string }[]) => clicks.map(({ id }) => id);

    it.each([3, 100])('finds each waiting click by its id, and no other, at %d per ms', async (perMs) => {
      const ids = writeClicks([700, 1, 500], perMs);
      const sink = new Memory();
      const own = drainer(sink, () => 3);
      for (const id of ids.filter((_, n) => n % 3 === 0 || n > 690))
        expect(idsOf(own.find([id]))).toEqual([id]);
      expect(idsOf(own.find(ids)).sort()).toEqual([...ids].sort());
      expect(own.find([newEventId(START - 1), newEventId(START + 5), newEventId(START + 9999), 'a'])).toEqual(
        [],
      );
      await own.drainAll();
      expect(own.find(ids)).toEqual([]);
    });

    it('skips the clicks that the other transaction stored, and finds them no more', async () => {
      const ids = writeClicks([20]);
      const sink = new Memory();
      const own = drainer(sink, () => 1);
      const seen: string[][] = [];
      const store = (clicks: readonly { id: string }[]) => {
        seen.push(idsOf(clicks));
        return Promise.resolve(idsOf(clicks));
      };
      for (let time = 0; time < 2; time += 1) await own.storeAhead(ids.slice(5, 6), store);
      await own.drainAll();
      expect(seen).toEqual([[ids[5]], []]);
      expect(sink.stored).toEqual(ids.filter((_, n) => n !== 5));
    });

    it.each([
      ['rejects', () => Promise.reject(new Error('away'))],
      ['stores nothing', () => Promise.resolve([])],
    ])('stores all clicks if the other transaction %s', async (_name, store) => {
      const ids = writeClicks([5]);
      const sink = new Memory();
      const own = drainer(sink, () => 1);
      await own.storeAhead(ids.slice(2, 3), store);
      await own.drainAll();
      expect(sink.stored).toEqual(ids);
    });

    it('stops before a click that is being stored, and another one for it waits', async () => {
      const ids = writeClicks([5]);
      const sink = new Memory();
      const own = drainer(sink, () => 1);
      let end: (stored: string[]) => void = () => undefined;
      const first = own.storeAhead(ids.slice(2, 3), () => new Promise((resolve) => (end = resolve)));
      const second = jest.fn((_clicks: readonly unknown[]) => Promise.resolve([]));
      const waits = own.storeAhead(ids.slice(2, 3), second);
      await own.drainAll();
      expect([sink.stored, second.mock.calls]).toEqual([ids.slice(0, 2), []]);
      end(ids.slice(2, 3));
      await first;
      await waits;
      await own.drainAll();
      expect([sink.stored, second.mock.calls]).toEqual([ids.filter((_, n) => n !== 2), [[[]]]]);
    });

    it('waits for a click in the batch that is being moved', async () => {
      const ids = writeClicks([5]);
      const sink = new Memory();
      const own = drainer(sink, () => 1);
      const store = sink.store.bind(sink);
      const seen: unknown[] = [];
      const started = new Promise<Promise<void>>((resolve) => {
        sink.store = async (entries, next) => {
          resolve(
            own.storeAhead(ids.slice(2, 3), (clicks) => {
              seen.push(clicks);
              return Promise.resolve([]);
            }),
          );
          await new Promise((wake) => setImmediate(wake));
          expect(seen).toEqual([]);
          await store(entries, next);
        };
      });
      await own.drainAll();
      await started;
      expect([sink.stored, seen]).toEqual([ids, [[]]]);
    });
  });

  it('continues at the position in the database', async () => {
    writeFileSync(segmentPath(directory, 3), `${eventLine(event('a'))}\n${eventLine(event('b'))}\n`);
    const sink = new Memory();
    sink.at = { segment: 3, offset: eventLine(event('a')).length + 1 };
    await drainer(sink, () => 3).drainAll();
    expect(sink.stored).toEqual(['b']);
  });

  it('starts over if the stored position belongs to deleted files', async () => {
    writeFileSync(segmentPath(directory, 1), `${eventLine(event('a'))}\n`);
    const sink = new Memory();
    sink.at = { segment: 9, offset: 100 };
    await drainer(sink, () => 1).drainAll();
    expect(sink.stored).toEqual(['a']);
  });

  it('stores an unstorable event as rejected and continues with the others', async () => {
    const lines = ['a', 'b', 'c', 'd', 'e'].map((id) => eventLine(event(id)));
    writeFileSync(segmentPath(directory, 1), lines.join('\n') + '\n');
    const sink = new Memory();
    sink.poison = 'd';
    await drainer(sink, () => 1).drainAll();
    expect(sink.stored).toEqual(['a', 'b', 'c', 'e']);
    expect(sink.refused).toEqual(['not storable: not storable']);
    expect(sink.at?.offset).toBe(lines.join('\n').length + 1);
  });

  it('gives up on an event only after a lasting unclear failure, and never while the database is down', async () => {
    writeFileSync(
      segmentPath(directory, 1),
      ['a', 'b', 'c'].map((id) => `${eventLine(event(id))}\n`).join(''),
    );
    const sink = new Memory();
    sink.poison = 'b';
    sink.fault = new Error('something odd');
    const draining = drainer(sink, () => 1);
    await expect(draining.drainAll()).rejects.toThrow('something odd');
    expect([sink.stored, sink.refused]).toEqual([[], []]);
    draining.start();
    for (const end = Date.now() + 20_000; Date.now() < end && sink.stored.length < 2;)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await draining.stop();
    expect(sink.stored).toEqual(['a', 'c']);
    expect(sink.refused).toEqual(['not storable: something odd']);
  });

  it('waits while the database is down and then stores everything once', async () => {
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

describe('lines', () => {
  const text = (line: string) => Buffer.from(line);
  const refused = {
    productId: null,
    door: 'collect' as const,
    reason: 'no',
    text: '\u2400 あ',
    ip: null,
    storedAt: 1,
  };

  it('are decoded as they were encoded', () => {
    const written = event('あ"\n\ud800');
    expect(readLine(text(eventLine(written)))).toEqual([{ kind: 'event', event: written }]);
    expect(readLine(text(rejectedLine(refused)))).toEqual([{ kind: 'refused', refused }]);
    // A NUL, which would end the text in SQLite, is replaced by its symbol.
    expect(readLine(text(rejectedLine({ ...refused, text: '\0 あ' })))).toEqual([
      { kind: 'refused', refused },
    ]);
    expect(readLine(text(''))).toEqual([]);
  });

  it('of an earlier version are read without a checksum', () => {
    expect(readLine(text(eventLine(event('a')).slice(8)))).toEqual([{ kind: 'event', event: event('a') }]);
    expect(readLine(text(rejectedLine(refused).slice(8)))).toEqual([{ kind: 'refused', refused }]);
  });

  it.each([
    ['not a line', 'E'],
    ['torn', 'E{"torn'],
    ['with an unknown mark', 'X{}'],
    ['bytes of a power cut', '\0\0\0'],
    ['not an object', 'E12'],
    ['without its text', 'R' + JSON.stringify({ ...refused, text: undefined })],
    ['without its cost', eventLine(event('a')).slice(8).replace('"cost"', '"kost"')],
    ['with a number instead of text', eventLine(event('a')).slice(8).replace('"id":"a"', '"id":1')],
    [
      'with a number out of range',
      eventLine(event('a')).slice(8).replace('"productId":1', '"productId":1e12'),
    ],
    ['with a wrong checksum', eventLine(event('a')).replace('"a"', '"b"')],
    ['with a correct checksum and a wrong shape', eventLine({ ...event('a'), adId: NaN })],
  ])('are damaged if %s', (_, line) => {
    expect(readLine(text(line))).toEqual([{ kind: 'damaged', bytes: text(line) }]);
  });

  it('are separated if the line break between them is damaged', () => {
    const lines = ['a', 'b', 'c'].map((id) => eventLine(event(id)));
    expect(readLine(text(lines.join('*')))).toEqual(
      ['a', 'b', 'c'].map((id) => ({ kind: 'event', event: event(id) })),
    );
  });
});
