import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { ProductServer } from './product-server';

/** Returns the Keep-Alive header of a response. */
const readKeepAlive = (port: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, path: '/health', agent: false, headers: { connection: 'keep-alive' } }, (res) => {
      resolve(res.headers['keep-alive']?.toString());
      res.destroy();
    }).on('error', reject);
  });

it('keeps connections open longer than proxies do, to avoid closing one as a request arrives', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-kept-'));
  const port = await freePort();
  const server = new ProductServer(
    loadConfig({
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      TRUST_PROXY: '1',
    }),
  );
  await server.start();
  expect(await readKeepAlive(port)).toBe('timeout=75');
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});
