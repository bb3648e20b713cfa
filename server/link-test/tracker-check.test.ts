import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Actor } from '../auth/actor';
import type { ListService } from '../records/list.service';
import { hostProof } from '../tracking/http/host-proof';
import { TrackerCheckService, type Names } from './tracker-check.service';

const SECRET = 'secret of this installation';
const grants = { products: { right: 'edit', scope: 'all', masked: false } };
const editor = { grants } as unknown as Actor;
const noNames: Names = { addresses: () => Promise.resolve([]), aliases: () => Promise.resolve([]) };

interface Given {
  readonly host?: string | null;
  readonly domain?: string | null;
  readonly url?: string | null;
  readonly trackerUrl?: string;
  readonly reach?: (address: string) => boolean;
  readonly names?: Partial<Names>;
}

const check = ({ host = null, domain = null, url = null, trackerUrl, reach, names }: Given) => {
  const products = {
    get: () => Promise.resolve({ trackerHost: host, productDomain: domain, productUrl: url }),
  } as unknown as ListService;
  return new TrackerCheckService({
    products,
    reach: reach ?? (() => true),
    trackerUrl: trackerUrl ?? 'http://console.invalid',
    secret: SECRET,
    names: { ...noNames, ...names },
  }).check(editor, 1);
};

describe('the check of a tracking host', () => {
  let server: Server;
  let port = 0;
  let answer = (nonce: string): string => hostProof(SECRET, nonce);
  const asked: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(String(request.url));
      response.end(answer(String(request.url).replace('/tag/proof/', '')));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const own = () => ({ host: 'localhost', trackerUrl: `http://console.invalid:${port}` });

  it('accepts a host that answers the nonce as this installation does', async () => {
    expect(await check(own())).toMatchObject({ host: 'localhost', state: 'here' });
    expect(asked.at(-1)).toMatch(/^\/tag\/proof\/[\da-f]{32}$/);
  });

  it.each<[string, (nonce: string) => string]>([
    ['repeats the nonce', (nonce) => nonce],
    ['has another secret', (nonce) => hostProof('other', nonce)],
    ['answers with a page', () => '<html>'],
  ])('refuses a host that %s', async (_name, other) => {
    const before = answer;
    answer = other;
    expect((await check(own())).state).toBe('elsewhere');
    answer = before;
  });

  it('asks no address that a webhook may not reach', async () => {
    const count = asked.length;
    for (const host of ['localhost', '127.0.0.1']) {
      const refused = await check({ ...own(), host, reach: () => false });
      expect(refused.state).toBe('private');
    }
    expect(asked).toHaveLength(count);
  });

  it('says that a host does not exist or does not answer', async () => {
    expect((await check({ host: 'none.invalid' })).state).toBe('no_name');
    expect((await check({ host: 'localhost', trackerUrl: 'http://console.invalid:1' })).state).toBe(
      'no_answer',
    );
  });

  it('refuses a user who may not edit products', async () => {
    const viewer = {
      grants: { products: { right: 'view', scope: 'all', masked: false } },
    } as unknown as Actor;
    const service = new TrackerCheckService({
      products: {} as ListService,
      reach: () => true,
      trackerUrl: 'http://console.invalid',
      secret: SECRET,
    });
    await expect(service.check(viewer, 1)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('what Safari does with the cookie of a tracking host', () => {
  const addresses = (known: Record<string, string[]>) => (host: string) => Promise.resolve(known[host] ?? []);
  const T = 't.shop.invalid';
  const SHOP = 'shop.invalid';

  it.each<[string, Given, string]>([
    [
      'keeps it in the site’s network',
      { names: { addresses: addresses({ [T]: ['203.0.113.9'], [SHOP]: ['203.0.4.1'] }) } },
      'durable',
    ],
    [
      'keeps it in the site’s v6 network',
      {
        names: {
          addresses: addresses({ [T]: ['2001:db8::1'], [SHOP]: ['198.51.100.1', '2001:db8:0:0:5::2'] }),
        },
      },
      'durable',
    ],
    [
      'deletes it in another network',
      { names: { addresses: addresses({ [T]: ['203.0.113.9'], [SHOP]: ['203.1.113.9'] }) } },
      'other_network',
    ],
    [
      'deletes it behind a CNAME of another domain',
      {
        names: {
          aliases: () => Promise.resolve(['x.vendor.invalid']),
          addresses: addresses({ [T]: ['203.0.113.9'], [SHOP]: ['203.0.4.1'] }),
        },
      },
      'cname',
    ],
    [
      'keeps it behind a CNAME of the own domain',
      {
        names: {
          aliases: () => Promise.resolve(['lb.shop.invalid']),
          addresses: addresses({ [T]: ['203.0.113.9'], [SHOP]: ['203.0.4.1'] }),
        },
      },
      'durable',
    ],
    ['has none of a host on another domain', { host: 't.other.invalid' }, 'other_site'],
    ['has none of the console’s host', { host: null }, 'other_site'],
    ['is unknown without addresses', {}, 'unknown'],
    ['is unknown without a domain', { domain: null }, 'unknown'],
  ])('%s', async (_rule, given, safari) => {
    expect((await check({ host: T, domain: 'www.shop.invalid', ...given })).safari).toBe(safari);
  });
});
