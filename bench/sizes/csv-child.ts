import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { csvChunks } from '../../server/export/csv';

const ROWS = 1_000_000;
const HEADER = ['広告ID', '広告', 'クリック数', '最終CV合計', 'CVR', '広告費', '売上', 'ROAS'];

function* rows(): Generator<(string | number | null)[]> {
  for (let i = 0; i < ROWS; i += 1)
    yield [
      i,
      `リスティング 一般（${i}）`,
      i % 977,
      i % 31,
      (i % 31) / 977,
      i * 3.5,
      i * 11,
      i % 7 ? 3.14 : null,
    ];
}

/** Writes a million rows to a null sink and reports how far memory rises above its base, in bytes. */
const main = async (): Promise<void> => {
  // The engine needs some memory once for any file. That part doesn't count.
  await pipeline(csvChunks(HEADER, [[1, 'x']]), new Writable({ write: (_chunk, _encoding, done) => done() }));
  globalThis.gc?.();
  const base = process.memoryUsage().rss;
  let peak = base;
  let bytes = 0;
  const nowhere = new Writable({
    write(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      peak = Math.max(peak, process.memoryUsage.rss());
      done();
    },
  });
  const start = performance.now();
  await pipeline(csvChunks(HEADER, rows()), nowhere);
  process.send?.({ above: peak - base, bytes, ms: performance.now() - start });
};

void main();
