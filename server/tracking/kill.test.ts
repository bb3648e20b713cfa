import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../db/database';
import { productDatabase } from '../composition/open-database';
import { parseDatabaseUrl } from '../config/config';
import { onEachDatabase, openTestDatabase } from '../db/testing/databases';
import { mariaDbInstalled, startMariaDb } from '../db/testing/mariadb';
import { sendClicks, startChild } from './testing/child-process';
import { makeShop } from './testing/settings';
import { send, startTracking } from './testing/tracking-server';

jest.setTimeout(180_000);

const CLICKS = 20_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const newFolder = () => mkdtempSync(join(tmpdir(), 'inflow-kill-'));

/** Ids of all stored interactions, repeats included. */
const storedIds = async (db: Database): Promise<string[]> =>
  (await db.read<{ id: string }>('SELECT id FROM interaction')).map((row) => row.id);

/** Waits until the collector has stored at least `count` clicks. */
async function whenStored(db: Database, count: number): Promise<string[]> {
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(200)) {
    const [row] = await db.read<{ n: number }>('SELECT COUNT(*) AS n FROM interaction').catch(() => []);
    if (Number(row?.n ?? 0) >= count) break;
  }
  await pause(500);
  return storedIds(db);
}

function expectEachOnce(stored: string[], acknowledged: ReadonlySet<string>): void {
  const unique = new Set(stored);
  expect(stored.length).toBe(unique.size);
  expect([...acknowledged].filter((id) => !unique.has(id))).toEqual([]);
}

onEachDatabase((dialect) => {
  it.each(['interval', 'group'] as const)(
    'a killed server loses no acknowledged click (fsync %s)',
    async (fsync) => {
      const test = await openTestDatabase(dialect);
      const { redirect } = await makeShop(test.db);
      const dataDir = newFolder();
      const path = `/r/${redirect.code}?gclid=1`;
      const acknowledged = new Set<string>();
      for (let round = 0; round < 2; round += 1) {
        const child = await startChild(test.url, dataDir, fsync);
        const burst = sendClicks(child.port, path, CLICKS / 2);
        while (burst.acknowledged.size < CLICKS / 6) await pause(5);
        await child.kill();
        await burst.done;
        for (const id of burst.acknowledged) acknowledged.add(id);
      }
      const last = await startChild(test.url, dataDir, fsync);
      expectEachOnce(await whenStored(test.db, acknowledged.size), acknowledged);
      await last.kill();
      rmSync(dataDir, { recursive: true, force: true });
      await test.drop();
    },
  );
});

(mariaDbInstalled() ? describe : describe.skip)('while MariaDB is killed', () => {
  it('redirects continue, and every click is stored once after the restart', async () => {
    const maria = await startMariaDb();
    const url = await maria.createDatabase('clicks');
    const db = productDatabase(parseDatabaseUrl(url));
    await db.connect();
    await db.migrate();
    const { redirect } = await makeShop(db);
    const dataDir = newFolder();
    const child = await startChild(url, dataDir);
    const burst = sendClicks(child.port, `/r/${redirect.code}`, CLICKS);
    while (burst.acknowledged.size < CLICKS / 3) await pause(5);
    await maria.kill();
    const whenKilled = burst.acknowledged.size;
    await burst.done;
    expect(burst.other).toBe(0);
    expect(burst.acknowledged.size).toBe(CLICKS);
    expect(whenKilled).toBeLessThan(CLICKS);
    expect((await send(`http://127.0.0.1:${child.port}`, '/r/unknown')).status).toBe(503);
    await maria.start();
    expectEachOnce(await whenStored(db, CLICKS), burst.acknowledged);
    await child.kill();
    await db.close();
    await maria.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});

it('starts without a database from the settings on disk', async () => {
  const test = await openTestDatabase('sqlite');
  const { redirect } = await makeShop(test.db);
  const first = await startTracking(test.db);
  await first.stop(true);
  const away = productDatabase(test.db.target);
  const second = await startTracking(away, { dataDir: first.dataDir });
  const click = await send(second.url, `/r/${redirect.code}`);
  expect(click.status).toBe(302);
  expect((await send(second.url, '/r/unknown')).status).toBe(503);
  await away.connect();
  await second.tracking.drain();
  expect(click.headers.location).toContain((await storedIds(test.db))[0]);
  expect((await send(second.url, '/r/unknown')).status).toBe(404);
  await second.stop();
  await away.close();
  await test.drop();
});
