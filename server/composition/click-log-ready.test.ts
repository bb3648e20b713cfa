import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { send } from '../tracking/testing/tracking-server';
import { ProductServer } from './product-server';

it('/ready reports that clicks cannot be stored, and recovers once there is room', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-ready-'));
  // A file blocks the spool folder.
  writeFileSync(join(dataDir, 'spool'), '');
  const port = await freePort();
  const server = new ProductServer(
    loadConfig({
      ROLE: 'collector',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'x.db')}`,
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  );
  const ready = async () => {
    const { status, body } = await send(`http://127.0.0.1:${port}`, '/ready');
    return [status, (JSON.parse(body) as { reason?: string }).reason];
  };
  await server.start();
  expect(await ready()).toEqual([503, expect.stringMatching(/^click log: E(EXIST|NOTDIR)/)]);
  rmSync(join(dataDir, 'spool'));
  for (const end = Date.now() + 10_000; Date.now() < end && (await ready())[0] !== 200;)
    await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await ready()).toEqual([200, undefined]);
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
