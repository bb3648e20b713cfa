import dns from 'node:dns';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attempt, mayCall, operatorsReach, reachOf } from './request';

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

/** Addresses of the clouds' own services, in every form that leads to one. */
const platformAddresses = [
  '169.254.0.1',
  '169.254.169.254',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '192.0.0.192',
  'fe80::1',
  'febf::a9fe:a9fe%eth0',
  'fd00:ec2::254',
  'fd00:ec2:1::1',
  'fd20:ce::254',
  'fd00:42::42',
  'fd00:a9fe:a9fe::254',
  '::ffff:169.254.169.254',
  '::ffff:a83f:8110',
  '::ffff:0:169.254.169.254',
  '::a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b::168.63.129.16',
  '2002:a9fe:a9fe::1',
];
/** An operator's most generous setting. */
const everything = reachOf(['0.0.0.0/0', '::/0']);

describe('addresses of clouds', () => {
  const lookup = jest.spyOn(dns, 'lookup');
  /** Makes every name resolve to these addresses. */
  const resolveTo = (...addresses: string[]) => {
    const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    lookup.mockImplementation(((_name: string, _options: object, done: (...args: unknown[]) => void) =>
      done(null, all)) as unknown as typeof dns.lookup);
  };
  beforeEach(() => {
    lookup.mockReset();
    resolveTo('203.0.113.1');
  });
  afterAll(() => lookup.mockRestore());

  const outcomeOf = async (host: string) =>
    (
      await attempt(`http://${host}/latest/meta-data/`, {
        reach: everything,
        idempotencyKey: 'k',
        timeoutMs: 200,
      })
    ).error;

  it.each(platformAddresses)('are never allowed: %s', async (address) => {
    expect(
      [everything, operatorsReach, reachOf([]), reachOf([address.replace(/%.*/, '')])].map((reach) =>
        reach(address),
      ),
    ).toEqual([false, false, false, false]);
    resolveTo('203.0.113.1', address);
    expect(await outcomeOf('rebound.example')).toBe('REFUSED_ADDRESS');
    expect(lookup).toHaveBeenCalledTimes(1);
  });

  it.each([
    '169.254.169.254',
    '169.254.169.254.',
    '2852039166',
    '0xa9fea9fe',
    '0xA9.0xFE.0xA9.0xFE',
    '0251.0376.0251.0376',
    '169.254.43518',
    '169.16689662',
    '169。254。169。254',
    '168.63.33040',
    '[::ffff:169.254.169.254]',
    '[::ffff:a9fe:a9fe]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    'metadata',
    'Metadata.Google.Internal',
    'metadata.google.internal.',
    'computeMetadata.v1.metadata.google.internal',
    'metadata.goog',
    'instance-data',
    'instance-data.ec2.internal',
    'metadata.tencentyun.com',
    'metadata.platformequinix.com',
    'metadata.azure.internal',
  ])('are refused however a URL writes them: %s', async (host) => {
    expect(await outcomeOf(host)).toBe('REFUSED_ADDRESS');
    expect(mayCall(everything)(`https://${host}/`)).toBe(false);
    expect(lookup).not.toHaveBeenCalled();
  });

  it.each(['metadata.example.jp', 'my-metadata.google.com', 'asp.example', '8.8.8.8'])(
    'leaves %s alone',
    (host) => expect(mayCall(reachOf([]))(`https://${host}/`)).toBe(true),
  );
});

describe('postback request', () => {
  let server: Server;
  let port: number;
  let requests: string[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${String(request.headers['idempotency-key'])}`);
      if (request.url === '/moved')
        response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
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
    expect(await get('/moved')).toMatchObject({
      status: 302,
      location: 'http://169.254.169.254/latest/meta-data/',
      body: '',
    });
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
