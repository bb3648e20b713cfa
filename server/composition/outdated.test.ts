import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'prom-client';
import { loadConfig, parseDatabaseUrl } from '../config/config';
import { WRITER_VERSION } from '../db/writer-gate';
import { freePort } from '../db/testing/mariadb';
import { makeShop } from '../tracking/testing/settings';
import { send } from '../tracking/testing/tracking-server';
import { productDatabase } from './open-database';
import { ProductServer } from './product-server';

jest.setTimeout(60_000);

it('a collector older than the schema redirects, keeps its events on disk, and says so in /ready', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-outdated-'));
  const DATABASE_URL = `sqlite:${join(dataDir, 'x.db')}`;
  const db = productDatabase(parseDatabaseUrl(DATABASE_URL));
  await db.connect();
  await db.migrate();
  const { redirect } = await makeShop(db);
  const setGate = (lowest: number) =>
    db.write((tx) => tx.execute('UPDATE writer_gate SET lowest = ?', [lowest]));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const start = async () => {
    const server = new ProductServer(
      loadConfig({
        ROLE: 'collector',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL,
        DEMO: '0',
        LOG_LEVEL: 'silent',
      }),
    );
    await server.start();
    return server;
  };
  const ready = async () => {
    const { status, body } = await send(url, '/ready');
    return [status, (JSON.parse(body) as { reason?: string }).reason];
  };
  const clicks = async () => (await db.read('SELECT id FROM interaction')).length;
  const until = async (good: () => Promise<boolean>) => {
    for (const end = Date.now() + 15_000; Date.now() < end && !(await good());)
      await new Promise((resolve) => setTimeout(resolve, 100));
  };

  const older = await start();
  expect(await ready()).toEqual([200, undefined]);
  await setGate(WRITER_VERSION + 1);
  expect((await send(url, `/r/${redirect.code}`)).status).toBe(302);
  await until(async () => (await ready())[0] === 503);
  expect(await ready()).toEqual([503, expect.stringContaining(`writer version ${WRITER_VERSION + 1}`)]);
  expect((await send(url, `/r/${redirect.code}`)).status).toBe(302);
  expect(await clicks()).toBe(0);
  await older.stop();
  register.clear();

  await setGate(WRITER_VERSION);
  const newer = await start();
  await until(async () => (await clicks()) === 2);
  expect(await clicks()).toBe(2);
  await newer.stop();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});
