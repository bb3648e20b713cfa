import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config/config';
import { freePort } from '../db/testing/mariadb';
import { ProductServer } from './product-server';

interface Came {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface Sent {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Unknown and malformed paths. `fetch` would normalize them. */
const PATHS = [
  '/%',
  '/%zz',
  '/%c0%ae',
  '/a%00b',
  '/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '/..%2f..%2fetc%2fpasswd',
  '/../../etc/passwd',
  '//evil.example/%',
  '/.git/config',
  '/.env',
  '/assets/%',
  '/assets/..%2fx',
  '/assets/..%2f..%2fserver%2fmain.js',
  '/assets/%00',
  '/assets/a%00.js',
  '/assets/../../../package.json',
  '/assets',
  '/assets/nothing.js',
  '/assets/%5c..%5cx',
  '/explorer/%',
  '/console-config.json/%',
  '/graphql/%',
  '/graphql/x',
  '/graphql%00',
  '/graphql?query=%',
  '/graphql?%',
  '/api/%',
  '/api/v1/%',
  '/api/v1/ads/%',
  '/api/v1/ads/%00',
  '/api/v1/ads/1%2f..',
  '/api/v1/ads/1e3',
  '/api/v1/nothing',
  '/api/docs/%',
  '/api/v2/ads',
  '/api/v1/downloads/%',
  '/api/v1/ads/download/%',
  '/r/%',
  '/r/%00',
  '/r/..%2f',
  '/r/',
  '/tag/%',
  '/tag/%00.js',
  '/tag/..%2f1.js',
  '/tag/99999999999999999999.js',
  '/s2s/%',
  '/s2s/nothing',
  '/collect/%',
  '/collect%00',
  '/demo-site/%',
  '/demo-site/..%2f..%2fpackage.json',
  '/health/%',
  '/ready%00',
  '/metrics/%',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const BODIES: readonly (readonly [type: string, body: string])[] = [
  ['application/json', '{"a":'],
  ['application/json', '\u0000'],
  ['application/json', '"text"'],
  ['application/json', '1'],
  ['application/json', 'null'],
  ['application/json', `${'['.repeat(50_000)}${']'.repeat(50_000)}`],
  ['application/json', '{"__proto__":{"a":1},"constructor":1}'],
  ['application/json; charset=utf-99', '{}'],
  ['application/json; charset', '{}'],
  ['text/plain', '{}'],
  ['application/xml', '<a/>'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['multipart/form-data; boundary=b', '--b--'],
  ['', '{}'],
  ['nonsense', '{}'],
];
const BODY_PATHS = [
  '/graphql',
  '/api/v1/auth/signin',
  '/api/v1/ads',
  '/api/v1/ads/1',
  '/api/v1/ads/import',
  '/api/v1/ads/download/csv',
  '/collect',
  '/s2s/events',
  '/s2s/conversions',
  '/',
  '/assets/x',
  '/r/abc',
  '/tag/1.js',
];

const INSIDES = /node_modules|\.[jt]s:\d|\n\s+at |<pre>|ENOENT|\/tmp\/|\/work\/|SQLITE|SyntaxError|URIError/;

jest.setTimeout(120_000);

describe('malformed requests', () => {
  let server: ProductServer;
  let port: number;
  const dataDir = mkdtempSync(join(tmpdir(), 'inflow-hostile-'));
  beforeAll(async () => {
    port = await freePort();
    server = new ProductServer(
      loadConfig({
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        PUBLIC_URL: 'https://console.example',
        LOG_LEVEL: 'silent',
        DEMO: '0',
      }),
    );
    await server.start();
  });
  afterAll(async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });

  const send = (path: string, { method = 'GET', body, headers = {} }: Sent = {}): Promise<Came> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });

  const faults = async (
    requests: readonly (readonly [string, Sent])[],
    allowed: readonly number[],
  ): Promise<string[]> => {
    const unexpected: string[] = [];
    for (const [path, sent] of requests) {
      const { status, text } = await send(path, sent);
      if (!allowed.includes(status) || INSIDES.test(text))
        unexpected.push(
          `${sent.method} ${path} ${sent.headers?.['content-type'] ?? ''} ${(sent.body ?? '').slice(0, 20)}: ${status} ${text.slice(0, 150)}`,
        );
    }
    return unexpected;
  };

  it.each(METHODS)('rejects %s of unknown paths without internal details', async (method) => {
    // The console serves its page for unknown paths too, because its screens have URLs.
    const consoleStatuses =
      method === 'GET' || method === 'HEAD' ? [200] : method === 'OPTIONS' ? [200, 204] : [];
    expect(
      await faults(
        PATHS.map((path) => [path, { method }]),
        [400, 401, 404, 405, 415, ...consoleStatuses],
      ),
    ).toEqual([]);
  });

  it.each(['POST', 'PUT', 'PATCH'])(
    'rejects an unreadable body by %s without internal details',
    async (method) => {
      const requests = BODY_PATHS.flatMap((path) =>
        BODIES.map(
          ([type, body]) =>
            [path, { method, body, headers: { ...(type && { 'content-type': type }) } }] as const,
        ),
      );
      // Tracking reports rejected events in a 200 response.
      expect(
        await faults(
          requests.filter(([path]) => path !== '/collect'),
          [400, 401, 404, 405, 413, 415],
        ),
      ).toEqual([]);
      expect(
        await faults(
          requests.filter(([path]) => path === '/collect'),
          [200, 400, 405, 413, 415],
        ),
      ).toEqual([]);
    },
  );

  it('reports a body that can’t be decompressed as unreadable', async () => {
    for (const encoding of ['gzip', 'deflate', 'br']) {
      const { status, text } = await send('/api/v1/auth/signin', {
        method: 'POST',
        body: '{}',
        headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      });
      expect([encoding, status]).toEqual([encoding, 400]);
      expect(text).toContain('not valid JSON');
    }
  });

  it('answers 400 or 404 in JSON to undecodable URLs', async () => {
    // `/%` belongs to the console: its page in a built product.
    for (const path of ['/assets/..%2fx', '/assets/%00', '/api/v1/ads/%', '/graphql/%']) {
      const { status, headers, text } = await send(
        path,
        path.startsWith('/graphql') ? { method: 'POST' } : {},
      );
      expect([path, status]).toEqual([path, 404]);
      expect([headers['content-type'], headers['x-content-type-options']]).toEqual([
        expect.stringContaining('application/json'),
        'nosniff',
      ]);
      expect(text).toContain('404 Not Found');
    }
  });

  it('returns the allowed methods', async () => {
    const respond = async (path: string, method: string) => {
      const { status, headers } = await send(path, { method });
      return [status, headers.allow];
    };
    expect(await respond('/graphql', 'GET')).toEqual([405, 'POST']);
    expect(await respond('/graphql/?query={__typename}', 'HEAD')).toEqual([405, 'POST']);
    expect(await respond('/somewhere', 'POST')).toEqual([405, 'GET, HEAD']);
  });

  it('rejects a URL or headers that are too long', async () => {
    expect((await send(`/${'a'.repeat(20_000)}`)).status).toBe(431);
    expect((await send(`/graphql?${'a&'.repeat(10_000)}`)).status).toBe(431);
    expect(
      (await send('/api/v1/ads', { headers: { authorization: `Bearer ${'a'.repeat(20_000)}` } })).status,
    ).toBe(431);
  });

  it.each([
    '/graphql',
    '/api/v1/users/me',
    '/api/v1/openapi.json',
    '/api/docs',
    '/api/nothing',
    '/health',
    '/ready',
  ])('forbids caching and sniffing of %s and requires https', async (path) => {
    const { headers } = await send(
      path,
      path === '/graphql'
        ? {
            method: 'POST',
            body: '{"query":"{__typename}"}',
            headers: { 'content-type': 'application/json' },
          }
        : {},
    );
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    expect(headers).not.toHaveProperty('etag');
    if (!/^\/(health|ready)$/.test(path))
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('requires https on the console too', async () => {
    for (const path of ['/', '/console-config.json', '/assets/nothing.js'])
      expect((await send(path)).headers['strict-transport-security']).toBe('max-age=31536000');
  });
});
