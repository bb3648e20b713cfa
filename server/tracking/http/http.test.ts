import { createServer, type Server, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { newEventId } from '../../platform/event-id';
import { BodyTooLarge, readBody, RateLimit } from './respond';
import { clientIp, isByHttps, plainAddress, trustedProxies } from './client-ip';
import { hostOf, isUnderDomain, normalDomain, ownDomain, siteOf } from './domains';

const MOST = 1000;

describe('readBody', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      readBody(request, MOST).then(
        (text) => response.end(text),
        (error) => response.writeHead(error instanceof BodyTooLarge ? 413 : 500).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const send = async (body: string | Buffer, encoding?: string) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const headers: Record<string, string> = encoding ? { 'content-encoding': encoding } : {};
    const answer = await fetch(url, { method: 'POST', body: new Uint8Array(Buffer.from(body)), headers });
    return { status: answer.status, text: await answer.text() };
  };

  it('drops the byte order mark', async () => {
    expect(await send('\ufeff{"a":"あ"}')).toEqual({ status: 200, text: '{"a":"あ"}' });
  });

  it.each(['gzip', 'GZIP', 'x-gzip'])('decompresses %s', async (encoding) => {
    expect(await send(gzipSync('\ufeff{"a":"あ"}'), encoding)).toEqual({ status: 200, text: '{"a":"あ"}' });
  });

  it('returns a body with a wrong gzip header unchanged', async () => {
    expect(await send('{}', 'gzip')).toEqual({ status: 200, text: '{}' });
  });

  it.each([MOST, MOST + 1, 50_000_000])('limits the decompressed size: %i bytes', async (length) => {
    expect((await send(gzipSync(Buffer.alloc(length, ' ')), 'gzip')).status).toBe(length > MOST ? 413 : 200);
  });
});

describe('the client address', () => {
  const request = (remoteAddress: string, forwarded?: string) =>
    ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

  it.each([
    // trusted, socket, X-Forwarded-For, client
    [0, '192.0.2.1', '203.0.113.9', '192.0.2.1'],
    [0, '::ffff:192.0.2.1', undefined, '192.0.2.1'],
    [1, '192.0.2.1', undefined, '192.0.2.1'],
    [1, '192.0.2.1', '203.0.113.9', '203.0.113.9'],
    [1, '192.0.2.1', '6.6.6.6, 203.0.113.9', '203.0.113.9'],
    [2, '192.0.2.1', '6.6.6.6, 203.0.113.9, 192.0.2.2', '203.0.113.9'],
    [2, '192.0.2.1', '203.0.113.9', '203.0.113.9'],
    [1, '192.0.2.1', '203.0.113.9, not-an-address', '192.0.2.1'],
    [1, '192.0.2.1', '010.0.0.1', '192.0.2.1'],
    [1, '192.0.2.1', '203.0.113.9:4711', '203.0.113.9'],
    [1, '192.0.2.1', '[2001:db8::1]:443', '2001:db8::1'],
    [['192.0.2.0/24'], '192.0.2.1', '6.6.6.6, 203.0.113.9, 192.0.2.77', '203.0.113.9'],
    [['192.0.2.0/24'], '::ffff:192.0.2.1', '::ffff:203.0.113.9', '203.0.113.9'],
    [['192.0.2.0/24'], '198.51.100.1', '203.0.113.9', '198.51.100.1'],
    [['2001:db8::/32'], '2001:db8::5', '2001:db9::1', '2001:db9::1'],
  ])('trusting %j, from %s with %j is %s', (trust, socket, forwarded, client) => {
    expect(clientIp(request(socket, forwarded), trustedProxies(trust))).toBe(client);
  });

  it.each([
    // trusted, X-Forwarded-Proto, by https
    [0, 'https', false],
    [1, 'https', true],
    [1, 'HTTPS, http', true],
    [1, 'http, https', false],
    [1, 'httpsx', false],
    [1, undefined, false],
    [['192.0.2.0/24'], 'https', true],
    [['198.51.100.0/24'], 'https', false],
  ])('trusting %j, X-Forwarded-Proto %j means https: %s', (trust, proto, byHttps) => {
    const proxied = {
      socket: { remoteAddress: '192.0.2.1' },
      headers: { 'x-forwarded-proto': proto },
    } as unknown as IncomingMessage;
    expect(isByHttps(proxied, trustedProxies(trust))).toBe(byHttps);
  });

  it.each(['', 'x', '1.2.3', '1.2.3.4.5', '999.1.1.1'])('%j is not an address', (text) => {
    expect(plainAddress(text)).toBe('');
  });
});

describe('domains', () => {
  it.each([
    ['Shop.Example', 'shop.example'],
    ['https://shop.example:8080/path', 'shop.example'],
    ['*.shop.example.', 'shop.example'],
    ['ドメイン.example', 'xn--eckwd4c7c.example'],
    ['', ''],
    [null, ''],
    ['a b', ''],
  ])('normalizes %j to %j', (domain, normal) => {
    expect(normalDomain(domain)).toBe(normal);
  });

  it.each([
    ['shop.example', true],
    ['www.shop.example', true],
    ['evilshop.example', false],
    ['shop.example.evil', false],
  ])('%s is under shop.example: %s', (host, under) => {
    expect(isUnderDomain(host, 'shop.example')).toBe(under);
  });

  it('no host is under an empty domain', () => {
    expect(isUnderDomain('shop.example', '')).toBe(false);
    expect(hostOf('javascript://shop.example')).toBe('');
  });
});

it('ids sort by time and do not repeat', () => {
  const ids = Array.from({ length: 2000 }, (_, i) => newEventId(1_700_000_000_000 + i));
  expect([...ids].sort()).toEqual(ids);
  expect(new Set(ids.map((id) => id.slice(12))).size).toBe(2000);
});

it('the rate limit counts by address and second', () => {
  let now = 0;
  const limit = new RateLimit(2, () => now);
  expect(['a', 'a', 'a', 'b'].map((ip) => limit.allows(ip))).toEqual([true, true, false, true]);
  now = 1000;
  expect(limit.allows('a')).toBe(true);
});

describe('a site', () => {
  it.each([
    ['www.shop.example', 'shop.example'],
    ['secure.cart.shop.co.jp', 'shop.co.jp'],
    ['me.github.io', 'me.github.io'],
    ['www.city.kawasaki.jp', 'city.kawasaki.jp'],
    ['localhost', 'localhost'],
    ['192.0.2.1', '192.0.2.1'],
  ])('of %s is %s', (host, site) => {
    expect(siteOf(host)).toBe(site);
  });

  it.each([
    ['www.shop.example', 'shop.example'],
    ['https://WWW.shop.co.jp/', 'shop.co.jp'],
    ['app.shop.example', 'app.shop.example'],
    ['wwwshop.example', 'wwwshop.example'],
    ['', ''],
    [null, ''],
  ])('is the domain of a product at %j: %s', (domain, own) => {
    expect(ownDomain(domain)).toBe(own);
  });
});
