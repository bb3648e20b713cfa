import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Dialect } from '../../db/database';
import { openTestDatabase } from '../../db/testing/databases';
import { sendClicks, startChild } from './child-process';
import { makeShop } from './settings';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes all files in a folder look older. */
function age(folder: string, ms: number): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) age(path, ms);
    const then = new Date(Date.now() - ms);
    utimesSync(path, then, then);
  }
}

export interface Pause {
  clicks: number;
  /** How long the first collector is paused while the second runs. */
  pausedMs: number;
  /** How much older its files are made to look. */
  agedMs: number;
}

/**
 * Runs two collectors on one DATA_DIR. The first is paused, the second starts and looks for orphans. The
 * first resumes, records clicks and is killed. A third one starts. Returns the ids that the first
 * acknowledged, and all stored ones.
 */
export async function pauseOneOfTwo(dialect: Dialect, { clicks, pausedMs, agedMs }: Pause) {
  const test = await openTestDatabase(dialect);
  const { redirect } = await makeShop(test.db);
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-two-'));
  const path = `/r/${redirect.code}`;
  const storedIds = async () =>
    (await test.db.read<{ id: string }>('SELECT id FROM interaction')).map((row) => row.id);
  const first = await startChild(test.url, dataDir);
  const before = sendClicks(first.port, path, clicks);
  await before.done;
  first.pause();
  age(join(dataDir, 'spool'), agedMs);
  const second = await startChild(test.url, dataDir);
  await pause(pausedMs);
  first.resume();
  // This transaction blocks SQLite, so the clicks stay on disk.
  const after = await test.db.write(async () => {
    const burst = sendClicks(first.port, path, clicks);
    await burst.done;
    await first.kill();
    return burst;
  });
  const third = await startChild(test.url, dataDir);
  const acknowledged = [...before.acknowledged, ...after.acknowledged];
  for (const end = Date.now() + 20_000; Date.now() < end && (await storedIds()).length < acknowledged.length;)
    await pause(200);
  await pause(500);
  const stored = await storedIds();
  await second.kill();
  await third.kill();
  await test.drop();
  rmSync(dataDir, { recursive: true, force: true });
  return { acknowledged, stored };
}
