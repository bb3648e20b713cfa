import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { ProductServer } from './product-server';

const TIMEOUT_MS = 500;

/** Returns the Keep-Alive header of a response. */
const readKeepAlive = (port: number): Promise<string | undefined> =>
  new Promise((resolve, reject) => {
    get({ port, path: '/health', agent: false, headers: { connection: 'keep-alive' } }, (res) => {
      resolve(res.headers['keep-alive']?.toString());
      res.destroy();
    }).on('error', reject);
  });

/**
 * Sends texts over one connection, each after a pause, and returns the status lines of the answers and when the
 * server closed it; it is given up after four times the timeout.
 */
async function talk(port: number, texts: readonly string[], pauseMs: number) {
  const socket = connect(port, '127.0.0.1');
  const startedAt = performance.now();
  let answer = '';
  let closedAfter: number | null = null;
  socket.on('error', () => undefined);
  socket.on('data', (bytes) => (answer += bytes.toString()));
  const closed = new Promise<void>((resolve) =>
    socket.on('close', () => {
      closedAfter ??= performance.now() - startedAt;
      resolve();
    }),
  );
  for (const text of texts) {
    if (closedAfter !== null) break;
    socket.write(text);
    await pause(pauseMs);
  }
  await Promise.race([closed, pause(4 * TIMEOUT_MS)]);
  const wasClosed = closedAfter;
  socket.destroy();
  return {
    statuses: [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, code]) => code),
    closedAfter: wasClosed,
  };
}

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

describe('connections', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-kept-'));
  let port: number;
  let server: ProductServer;
  beforeAll(async () => {
    port = await freePort();
    server = new ProductServer(
      loadConfig({
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO: '0',
        LOG_LEVEL: 'silent',
        TRUST_PROXY: '1',
      }),
      TIMEOUT_MS,
    );
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('stay open longer than proxies do, to avoid closing one as a request arrives', async () => {
    expect(await readKeepAlive(port)).toBe('timeout=75');
    const ask = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(await talk(port, [ask, ask], 2 * TIMEOUT_MS)).toEqual({
      statuses: ['200', '200'],
      closedAfter: null,
    });
  });

  const drips = Array.from({ length: 60 }, () => ' ');
  it.each([
    ['sends nothing', [], 0],
    ['sends half a header', ['GET /health HTTP/1.1\r\nHost:'], 0],
    ['sends a header slowly', ['GET /health HTTP/1.1\r\nX:', ...drips], 50],
    ['sends half a body to the collector', [head('/collect', 100), '{'], 0],
    ['sends a body slowly to the collector', [head('/collect', 100), ...drips], 50],
    ['sends half a body to the API', [head('/graphql', 100), '{'], 0],
    ['sends a body slowly to the API', [head('/graphql', 100), ...drips], 50],
    ['stops after a complete request', ['GET /health HTTP/1.1\r\nHost: x\r\n\r\nGET /'], 0],
  ])('are closed if one %s', async (_, texts, pauseMs) => {
    const { closedAfter } = await talk(port, texts, pauseMs);
    expect(closedAfter).toBeGreaterThan(TIMEOUT_MS / 2);
    expect(closedAfter).toBeLessThan(3 * TIMEOUT_MS);
  });

  it('give a large upload over a slow line time to arrive', async () => {
    const piece = ' '.repeat(30 * 1024);
    const body = Array.from({ length: 8 }, () => piece);
    const { statuses, closedAfter } = await talk(
      port,
      [head('/graphql', piece.length * body.length), ...body],
      TIMEOUT_MS / 4,
    );
    expect([statuses, closedAfter]).toEqual([['400'], null]);
  });
});
