import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { reachOf, attempt } from './request';

describe('addresses allowed for postbacks', () => {
  const reach = reachOf([]);

  it.each(['93.184.216.34', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
    'allows the public address %s',
    (address) => expect(reach(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:169.254.169.254',
    '::ffff:0:10.0.0.1',
    '::7f00:1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'localhost',
    '',
    '127.1',
  ])('refuses %s', (address) => expect(reach(address)).toBe(false));

  it('allows exactly what the installation configures', () => {
    const allowed = reachOf(['127.0.0.0/8', 'fd00::/8', '10.1.2.3']);
    expect(['127.0.0.1', '::ffff:127.0.0.1', 'fd12::1', '10.1.2.3'].map(allowed)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(['10.1.2.4', '192.168.0.1', '::1'].map(allowed)).toEqual([false, false, false]);
  });
});

describe('postback request', () => {
  let server: Server;
  let port: number;
  let requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${String(request.headers['idempotency-key'])}`);
      if (request.url === '/moved') response.writeHead(302, { location: '/elsewhere' }).end();
      else if (request.url === '/long') response.end('x'.repeat(100_000));
      else if (request.url === '/drips') response.writeHead(200).write('begun');
      else if (request.url === '/dies') request.socket.destroy();
      else if (request.url !== '/never') response.writeHead(request.url === '/500' ? 500 : 200).end('ok');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => (requests = []));

  const local = reachOf(['127.0.0.0/8']);
  const get = (path: string) =>
    attempt(`http://127.0.0.1:${port}${path}`, { reach: local, idempotencyKey: 'key', timeoutMs: 400 });

  it('returns the answer', async () => {
    expect(await get('/ok?a=1')).toMatchObject({
      status: 200,
      error: null,
      body: 'ok',
      requestHeaders: { 'idempotency-key': 'key' },
    });
    expect(requests).toEqual(['GET /ok?a=1 key']);
    expect(await get('/500')).toMatchObject({ status: 500, error: null });
  });

  it('does not follow a redirect', async () => {
    expect(await get('/moved')).toMatchObject({ status: 302, location: '/elsewhere' });
    expect(requests).toHaveLength(1);
  });

  it('keeps the first KiB of a long answer', async () =>
    expect((await get('/long')).body).toHaveLength(1024));

  it('counts an answer that never ends as answered', async () =>
    expect(await get('/drips')).toMatchObject({ status: 200, body: 'begun' }));

  it('times out without an answer', async () =>
    expect(await get('/never')).toMatchObject({ status: null, error: 'TIMED_OUT' }));

  it('reports a broken connection', async () =>
    expect(await get('/dies')).toMatchObject({ status: null, error: 'ECONNRESET' }));

  it.each(['not an address', 'file:///etc/passwd', 'ftp://127.0.0.1/', ''])(
    'refuses the URL %j',
    async (url) => {
      expect(await attempt(url, { reach: local, idempotencyKey: 'key' })).toMatchObject({
        error: 'INVALID_URL',
      });
    },
  );

  it.each([
    '127.0.0.1',
    'localhost',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0',
    '[::]',
  ])('refuses the private address %s', async (host) => {
    const outcome = await attempt(`http://${host}:${port}/`, { reach: reachOf([]), idempotencyKey: 'key' });
    expect(outcome).toMatchObject({ status: null, error: 'REFUSED_ADDRESS' });
    expect(requests).toEqual([]);
  });
});
