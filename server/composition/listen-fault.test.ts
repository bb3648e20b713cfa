import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { register } from 'prom-client';
import { ConfigError, loadConfig } from '../config/config';
import { ProductServer } from './product-server';

/** Returns the error of a failed listen. */
async function listenError(host: string, port: number): Promise<unknown> {
  // The metrics registry is global to a process, but this test starts several servers.
  register.clear();
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-listen-'));
  const server = new ProductServer(
    loadConfig({
      PORT: String(port),
      HOST: host,
      DATA_DIR: dataDir,
      DEMO: '0',
      LOG_LEVEL: 'silent',
      ROLE: 'collector',
    }),
  );
  const error: unknown = await server.start().then(
    () => undefined,
    (error: unknown) => error,
  );
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return error;
}

describe('listen errors name the variable in one line', () => {
  const taken = createServer();
  beforeAll(() => new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve)));
  afterAll(() => taken.close());

  it('port in use', async () => {
    const { port } = taken.address() as AddressInfo;
    expect(await listenError('127.0.0.1', port)).toEqual(
      new ConfigError('PORT', `${port} is taken on 127.0.0.1`),
    );
  });

  it('address of another machine', async () => {
    expect(await listenError('192.0.2.1', 3999)).toEqual(
      new ConfigError('HOST', '192.0.2.1 is no address of this machine'),
    );
  });
});
