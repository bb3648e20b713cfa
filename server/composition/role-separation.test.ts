import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { send } from '../tracking/testing/tracking-server';
import { ProductServer } from './product-server';

it('without the tracking role, the console answers no tracking URL, not even with its page', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-roles-'));
  const port = await freePort();
  const server = new ProductServer(
    loadConfig({
      ROLE: 'api',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: `sqlite:${join(dataDir, 'x.db')}`,
      DEMO: '0',
      LOG_LEVEL: 'silent',
    }),
  );
  await server.start();
  for (const path of [
    '/r/some-code',
    '/r/some-code?a_key1=x',
    '/tag/1.js',
    '/collect',
    '/collect/',
    '/s2s/conversions',
  ]) {
    const { status, body } = await send(`http://127.0.0.1:${port}`, path);
    expect([path, status, body]).toEqual([path, 404, '{"_message":["404 Not Found"]}']);
  }
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
