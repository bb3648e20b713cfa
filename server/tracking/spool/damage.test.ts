import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { clickEvent } from '../testing/events';
import { makeShop } from '../testing/settings';
import { startTracking } from '../testing/tracking-server';
import { segmentPath, NOT_WRITTEN, SegmentReader } from './segment-reader';
import { type SpoolEntry, eventLine, readLine, rejectedLine } from './spool-line';

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'inflow-damage-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Lowest bit, highest bit, the bit that changes upper and lower case, and one in between. */
const BITS = [0, 2, 5, 7];
const refused = {
  productId: 1,
  door: 'collect' as const,
  reason: 'no',
  text: '{"type":"x"}',
  ip: null,
  storedAt: 1,
};

/** Reads a segment with this content. */
function read(content: Buffer) {
  writeFileSync(segmentPath(directory, 1), content);
  const reader = new SegmentReader(directory, NOT_WRITTEN);
  const all: ReturnType<typeof readLine> = [];
  for (let position = reader.firstPosition(); ;) {
    const { lines, next } = reader.read(position, { maxLines: 100, maxBytes: 2000 });
    if (lines.length === 0) break;
    all.push(...lines.flatMap(({ bytes }) => readLine(bytes)));
    position = next;
  }
  reader.close();
  return all;
}

it('a flipped bit damages at most its own line, and each other line is read once', () => {
  const entries: SpoolEntry[] = [
    { kind: 'event', event: clickEvent('a') },
    { kind: 'refused', refused },
    { kind: 'event', event: clickEvent('b', { ua: '携帯' }) },
  ];
  const lines = entries.map((entry) =>
    Buffer.from((entry.kind === 'event' ? eventLine(entry.event) : rejectedLine(entry.refused)) + '\n'),
  );
  const content = Buffer.concat(lines);
  const ends = lines.map((_, i) => lines.slice(0, i + 1).reduce((sum, line) => sum + line.length, 0));
  const wrong: string[] = [];
  for (let at = 0; at < content.length; at += 1) {
    const touched = ends.findIndex((end) => at < end);
    for (const bit of BITS) {
      const damaged = Buffer.from(content);
      damaged[at]! ^= 1 << bit;
      const results = read(damaged);
      const sound = results.filter(({ kind }) => kind !== 'damaged');
      // The hit line is intact if only its line break was hit, else it is read as damaged.
      const expected = results.length > sound.length ? entries.filter((_, i) => i !== touched) : entries;
      if (!isDeepStrictEqual(sound, expected)) wrong.push(`byte ${at} bit ${bit}`);
    }
  }
  expect(wrong).toEqual([]);
});

it('a long event keeps the part of its texts that its columns hold', () => {
  const long = clickEvent('long', { params: 'あ'.repeat(2_000_000), ua: '\ud83d'.repeat(100_000) });
  const [entry] = read(Buffer.from(`${eventLine(long)}\n`));
  expect(entry).toMatchObject({ kind: 'event', event: { id: 'long', params: 'あ'.repeat(32_000) } });
});

it('a truncated segment yields its complete lines and the torn one as damaged', () => {
  const lines = ['a', 'b'].map((id) => `${eventLine(clickEvent(id))}\n`);
  const content = Buffer.from(lines.join(''));
  for (let length = 0; length <= content.length; length += 1) {
    const results = read(content.subarray(0, length)).map((entry) =>
      entry.kind === 'event' ? entry.event.id : entry.kind,
    );
    const whole = [
      ...(length >= lines[0]!.length - 1 ? ['a'] : []),
      ...(length >= content.length - 1 ? ['b'] : []),
    ];
    const torn = ![0, lines[0]!.length - 1, lines[0]!.length, content.length - 1, content.length].includes(
      length,
    );
    expect([length, results]).toEqual([length, torn ? [...whole, 'damaged'] : whole]);
  }
});

onEachDatabase((dialect) => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
  });
  afterAll(() => test.drop());

  it('stores unstorable lines as rejected events with their bytes, stores the rest and removes the spool', async () => {
    const { product, ad } = await makeShop(test.db);
    const of = (id: string) => clickEvent(id, { productId: product.id, adId: ad.id });
    const former = (line: string) => line.slice(8);
    const noText = 'R' + JSON.stringify({ ...refused, text: undefined });
    const kost = former(eventLine(of('kost'))).replace('"cost"', '"kost"');
    const bytes = Buffer.concat([
      Buffer.from(former(eventLine(of('bytes')))),
      Buffer.from([0xff, 0x00, 0xfe]),
    ]);
    const spool = join(directory, 'spool', 'left');
    mkdirSync(spool, { recursive: true });
    const line = (text: string | Buffer) => Buffer.concat([Buffer.from(text), Buffer.from('\n')]);
    writeFileSync(
      segmentPath(spool, 1),
      Buffer.concat([former(eventLine(of('old'))), kost, noText, bytes, eventLine(of('new')), ''].map(line)),
    );
    writeFileSync(segmentPath(spool, 2), '');
    writeFileSync(segmentPath(spool, 3), `${'x'.repeat(3_000_000)}\n${eventLine(of('late'))}\ntorn`);
    const server = await startTracking(test.db, { dataDir: directory });
    const rows = async () =>
      (await test.db.read<{ text: string }>('SELECT text FROM bad_event ORDER BY id')).map(
        ({ text }) => text,
      );
    for (const end = Date.now() + 20_000; Date.now() < end && (await rows()).length < 26;)
      await new Promise((resolve) => setTimeout(resolve, 50));
    await server.stop(true);
    const again = await startTracking(test.db, { dataDir: directory });
    await again.tracking.drain();
    await again.stop(true);
    // The first MiB of a line above the maximum length, in parts that fit the column.
    const huge = Array.from({ length: 22 }, (_, i) => 'x'.repeat(Math.min(48_000, 1024 * 1024 - i * 48_000)));
    expect(await rows()).toEqual([kost, noText, `base64:${bytes.toString('base64')}`, ...huge, 'torn']);
    const stored = await test.db.read<{ id: string }>(
      'SELECT id FROM interaction WHERE product_id = ? ORDER BY id',
      [product.id],
    );
    expect(stored.map(({ id }) => id)).toEqual(['late', 'new', 'old']);
  });
});
