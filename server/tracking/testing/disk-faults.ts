import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, Dialect } from '../../db/database';
import { openTestDatabase } from '../../db/testing/databases';
import { sendClicks } from './child-process';
import { FailingDisk, type DiskFault } from './failing-disk';
import { makeShop } from './settings';
import { startTracking, type TrackingServer } from './tracking-server';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
export const storedIds = async (db: Database) =>
  (await db.read<{ id: string }>('SELECT id FROM interaction')).map((row) => row.id);

/** Waits until a condition holds, at most twenty seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(20)) if (await condition()) return;
  throw new Error('the condition did not become true in 20 s');
}

/** Faults of writing the spool and of moving it into the database; each strikes once under clicks. */
export const FAULTS: DiskFault[][] = [
  [{ operation: 'writeSync', code: 'ENOSPC' }],
  [{ operation: 'writeSync', code: 'EIO' }],
  [{ operation: 'writeSync', code: 'ENOSPC', bytes: 1 }],
  [{ operation: 'writeSync', code: 'ENOSPC', bytes: 900 }],
  [
    { operation: 'writeSync', code: 'ENOSPC', bytes: 900 },
    { operation: 'ftruncateSync', code: 'EIO' },
  ],
  [{ operation: 'fdatasync', code: 'EIO' }],
  [
    { operation: 'fdatasync', code: 'EIO' },
    { operation: 'ftruncateSync', code: 'EIO' },
  ],
  [{ operation: 'fdatasyncSync', code: 'EIO' }],
  [{ operation: 'fsyncSync', code: 'EIO' }],
  ...[0, 1, 2, 3].map((after): DiskFault[] => [{ operation: 'openSync', code: 'EMFILE', after }]),
  [{ operation: 'closeSync', code: 'EIO' }],
  [{ operation: 'closeSync', code: 'EIO', after: 1 }],
  ...[0, 1, 2].map((after): DiskFault[] => [{ operation: 'statSync', code: 'EIO', after }]),
  [{ operation: 'readSync', code: 'EIO' }],
  [{ operation: 'readdirSync', code: 'EIO' }],
  [{ operation: 'readdirSync', code: 'EMFILE', after: 1 }],
  [{ operation: 'unlinkSync', code: 'EIO' }],
];

/** Faults of starting a spool, and of claiming and removing an orphaned one. */
export const START_FAULTS: DiskFault[] = [
  { operation: 'mkdirSync', code: 'ENOSPC' },
  { operation: 'mkdirSync', code: 'EIO', after: 1 },
  { operation: 'lockSync', code: 'EMFILE' },
  { operation: 'fsyncSync', code: 'EIO' },
  { operation: 'fsyncSync', code: 'EIO', after: 1 },
  { operation: 'openSync', code: 'EMFILE' },
  ...[1, 2].map((after): DiskFault => ({ operation: 'openSync', code: 'EMFILE', after })),
  ...[0, 1, 2, 3].map((after): DiskFault => ({ operation: 'statSync', code: 'EIO', after })),
];

const spoolsOf = ({ dataDir }: TrackingServer): string[] => readdirSync(join(dataDir, 'spool'));

/**
 * Lets each operation fail once under clicks. Only acknowledged clicks are stored, each once, and the server
 * recovers.
 */
export async function failWhileClicking(
  dialect: Dialect,
  fsync: 'interval' | 'group',
  plan: readonly DiskFault[][],
): Promise<void> {
  const test = await openTestDatabase(dialect);
  const { redirect } = await makeShop(test.db);
  const disk = new FailingDisk();
  const server = await startTracking(test.db, {
    clickFsync: fsync,
    disk: { files: disk.files, maxSegmentBytes: 2000 },
  });
  const port = Number(new URL(server.url).port);
  const acknowledged: string[] = [];
  let unkept = 0;
  const click = async (count: number) => {
    const burst = sendClicks(port, `/r/${redirect.code}`, count, 4);
    await burst.done;
    expect(burst.acknowledged.size + burst.other).toBe(count);
    acknowledged.push(...burst.acknowledged);
    unkept += burst.other;
  };
  for (const faults of plan) {
    for (const fault of faults) disk.fail(fault);
    for (let i = 0; i < 40 && disk.armed; i += 1) {
      await click(12);
      await pause(5);
    }
    disk.mend();
    await until(() => server.tracking.fault === undefined);
    const before = unkept;
    await click(8);
    expect([faults, unkept]).toEqual([faults, before]);
  }
  expect(unkept).toBeGreaterThan(3);
  await until(async () => (await storedIds(test.db)).length >= acknowledged.length);
  await server.stop(true);
  // The next process finds only acknowledged lines and removes stored segments.
  const next = await startTracking(test.db, { dataDir: server.dataDir });
  await until(() => spoolsOf(next).length === 1);
  expect((await storedIds(test.db)).sort()).toEqual(acknowledged.sort());
  expect(await test.db.read('SELECT * FROM bad_event')).toEqual([]);
  await next.stop();
  await test.drop();
}

/**
 * Lets each operation of a start fail once. Clicks are forwarded, acknowledged ones stored, and orphaned
 * spools claimed.
 */
export async function failWhileStarting(dialect: Dialect, plan: readonly DiskFault[]): Promise<void> {
  const test = await openTestDatabase(dialect);
  const { redirect } = await makeShop(test.db);
  const acknowledged: string[] = [];
  let server = await startTracking(test.db);
  for (const fault of plan) {
    const burst = sendClicks(Number(new URL(server.url).port), `/r/${redirect.code}`, 5, 1);
    await burst.done;
    acknowledged.push(...burst.acknowledged);
    await server.stop(true);
    const disk = new FailingDisk();
    disk.fail({ ...fault });
    server = await startTracking(test.db, { dataDir: server.dataDir, disk: { files: disk.files } });
    const first = sendClicks(Number(new URL(server.url).port), `/r/${redirect.code}`, 1, 1);
    await first.done;
    acknowledged.push(...first.acknowledged);
    expect(first.acknowledged.size + first.other).toBe(1);
    if (first.other > 0) expect(server.tracking.fault).toMatch(/^click log: E/);
    await until(() => !disk.armed && server.tracking.fault === undefined);
  }
  await server.stop(true);
  const last = await startTracking(test.db, { dataDir: server.dataDir });
  await until(
    async () => (await storedIds(test.db)).length >= acknowledged.length && spoolsOf(last).length === 1,
  );
  expect((await storedIds(test.db)).sort()).toEqual(acknowledged.sort());
  await last.stop();
  await test.drop();
}
