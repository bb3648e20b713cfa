import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { onEachDatabase } from '../../db/testing/databases';
import { ingest, mergeSeen, productsToMergeSeen } from '../../journeys';
import { Events } from '../../journeys/testing/fixture';

jest.setTimeout(60_000);

const DAY = 86_400_000;
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const SMART_NEWS =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 SmartNews/25.3.0';

onEachDatabase((dialect) => {
  describe('hosts and user agents of the last 30 days', () => {
    let api: ApiServer;
    let admin: string;
    let make: Events;
    let productId: number;
    let n = 0;
    beforeEach(async () => {
      api = await startApi(dialect, { now: Date.now() });
      admin = await api.tokenOf('admin@alpha.example');
      const { open } = api.world;
      productId = open.product;
      make = new Events({
        productId,
        ads: [open.ads[0], open.ads[0], open.ads[0], open.ads[0]],
        cv: { last: open.cvSetting, other: open.cvSetting, middle: open.cvSetting },
      });
    });
    afterEach(() => api.stop());

    const view = (url: string, ua: string | null, ago = 0, door: 'collect' | 's2s' = 'collect') =>
      make.view(`seen-${(n += 1)}`, Date.now() - ago, `seen-${n}`, { url, ua, door });
    const store = (...events: Parameters<typeof ingest>[1][number][]) =>
      api.database.db.write((tx) => ingest(tx, events));
    const seen = async (token = admin) => (await api.rest(`/products/${productId}/seen/`, { token })).body;
    const change = async (body: object) =>
      (await api.rest(`/products/${productId}/`, { method: 'PATCH', body, token: admin })).status;
    const merge = () => api.database.db.write((tx) => mergeSeen(tx, productId, Date.now()));

    it('are counted by host of the tag, without port, and by family', async () => {
      const cv = make.conversion('seen-cv', Date.now(), 'b', {
        door: 'collect',
        url: 'https://open.example/thanks',
        ua: CHROME,
      });
      const repeated = view('https://open.example/', CHROME);
      await store(
        repeated,
        view('https://open.example:8443/', SMART_NEWS),
        view('https://staging.example/', 'curl/8.5.0'),
        view('https://server.example/', 'curl/8.5.0', 0, 's2s'),
        view('https://old.example/', 'Old/1', 32 * DAY),
        view('https://open.example/', null),
        cv,
      );
      await store(repeated);
      const expected = {
        hosts: [
          { host: 'open.example', views: 3, cvs: 1, measured: true, known: true },
          { host: 'staging.example', views: 1, cvs: 0, measured: true, known: false },
        ],
        user_agents: expect.arrayContaining([
          { family: 'Chrome', events: 2, robot: false, example: CHROME, common: true },
          { family: 'SmartNews', events: 1, robot: false, example: SMART_NEWS, common: false },
          { family: 'curl', events: 2, robot: true, example: 'curl/8.5.0', common: false },
        ]),
      };
      expect(await seen()).toEqual(expected);
      await merge();
      expect(await seen()).toEqual(expected);
      expect((await seen()).user_agents).toHaveLength(3);
    });

    it('show today’s verdict, and one change turns it', async () => {
      await store(view('https://staging.example/', 'curl/8.5.0'), view('https://open.example/', SMART_NEWS));
      const verdicts = async () => {
        const { hosts, user_agents: agents } = await seen();
        return Object.fromEntries([
          ...hosts.map((row: { host: string; measured: boolean }) => [row.host, row.measured]),
          ...agents.map((row: { family: string; robot: boolean }) => [row.family, row.robot]),
        ]);
      };
      const open = { 'open.example': true };
      expect(await change({ measured_hosts_only: true })).toBe(200);
      expect(await verdicts()).toEqual({ ...open, 'staging.example': false, curl: true, SmartNews: false });
      expect(
        await change({
          more_hosts: 'x.example\nSTAGING.example',
          people_user_agents: 'curl',
          robot_user_agents: 'smartnews',
        }),
      ).toBe(200);
      expect(await verdicts()).toEqual({ ...open, 'staging.example': true, curl: false, SmartNews: true });
    });

    it('hide old days, and delete them', async () => {
      await store(view('https://open.example/', CHROME));
      await api.database.db.write((tx) =>
        tx.execute('UPDATE seen_count SET day = 20200101 WHERE product_id = ?', [productId]),
      );
      expect(await seen()).toEqual({ hosts: [], user_agents: [] });
      expect(await productsToMergeSeen(api.database.db, Date.now())).toEqual([productId]);
      await merge();
      expect(await productsToMergeSeen(api.database.db, Date.now())).toEqual([]);
      expect(await api.database.db.read('SELECT id FROM seen_count')).toEqual([]);
    });

    it('lose nothing when batches are stored at the same time and added up in between', async () => {
      const batch = async () => {
        await store(
          ...Array.from({ length: 60 }, (_, i) => view(`https://h${i % 7}.example/`, `Tool${i % 5}/1.0`)),
        );
      };
      await Promise.all([...Array.from({ length: 12 }, batch), merge(), merge()]);
      await merge();
      const { hosts, user_agents: agents } = await seen();
      expect(hosts.reduce((sum: number, { views }: { views: number }) => sum + views, 0)).toBe(720);
      expect(agents.map(({ events }: { events: number }) => events)).toEqual([144, 144, 144, 144, 144]);
    });

    it('keep the most frequent 300 of many made-up names a day', async () => {
      const many = Array.from({ length: 1100 }, (_, i) => view(`https://m${i}.example/`, null));
      const real = Array.from({ length: 3 }, () => view('https://open.example/', null));
      await store(...many, ...real);
      expect(await productsToMergeSeen(api.database.db, Date.now())).toEqual([productId]);
      await merge();
      const rows = await api.database.db.read('SELECT id FROM seen_count WHERE product_id = ?', [productId]);
      expect(rows).toHaveLength(300);
      const { hosts } = await seen();
      expect([hosts.length, hosts[0]]).toEqual([
        200,
        expect.objectContaining({ host: 'open.example', views: 3 }),
      ]);
    });

    it('are closed to other companies and to roles without the product settings', async () => {
      const status = async (email: string | null, path = `/products/${productId}/seen/`) =>
        (await api.rest(path, { token: email && (await api.tokenOf(email)) })).status;
      expect([
        await status(null),
        await status('analyst@alpha.example'),
        await status('agency@alpha.example'),
        await status('admin@beta.example'),
        await status('analyst@alpha.example', `/products/${api.world.closed.product}/seen/`),
        await status('admin@alpha.example', '/products/x/seen/'),
        await status('admin@alpha.example', '/products/987654/seen/'),
      ]).toEqual([401, 200, 403, 404, 404, 404, 404]);
    });
  });

  describe('settings of hosts and user agents', () => {
    let api: ApiServer;
    let admin: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const send = (method: string, path: string, body: object) =>
      api.rest(path, { method, body, token: admin });
    /** Creates a product over GraphQL, as the console does, and reads it over REST. */
    const create = async (input: object) => {
      const query = 'mutation ($input: ProductInput!) { createProduct(input: $input) { id } }';
      const variables = { input: { productName: 'new', ...input } };
      const { body } = await api.graphql(query, { variables, token: admin });
      const { id } = body.data.createProduct;
      return (await api.rest(`/products/${id}/`, { token: admin })).body;
    };

    it.each([
      ['a new product with a domain measures its hosts only', { productDomain: 'new.example' }, true],
      ['a new product without one measures all', {}, false],
      ['the switch can be off at once', { productDomain: 'new.example', measuredHostsOnly: false }, false],
      ['further hosts are enough', { moreHosts: 'lp.example.jp', measuredHostsOnly: true }, true],
    ])('%s', async (_, input, on) => expect((await create(input)).measured_hosts_only).toBe(on));

    it('stays as it is in a whole update that does not name it, and falls with the last host', async () => {
      const product = await create({ productDomain: 'new.example' });
      const path = `/products/${product.id}/`;
      const put = async (body: object) =>
        (await send('PUT', path, { product_name: 'new', ...body })).body.measured_hosts_only;
      expect([await put({ product_domain: 'other.example' }), await put({})]).toEqual([true, false]);
      expect(await put({ product_domain: 'other.example' })).toBe(false);
    });

    it.each([
      [
        'measured_hosts_only without any host',
        { product_domain: null, more_hosts: null, measured_hosts_only: true },
        'product_domain',
      ],
      ['a scheme', { tracker_host: 'https://t.new.example' }, 'tracker_host'],
      ['a port', { tracker_host: 't.new.example:8443' }, 'tracker_host'],
      ['a path', { tracker_host: 't.new.example/r' }, 'tracker_host'],
      ['an address', { tracker_host: '192.0.2.1' }, 'tracker_host'],
      ['a public suffix', { tracker_host: 'co.jp' }, 'tracker_host'],
      ['no host', { more_hosts: 'a.example, https://b.example/' }, 'more_hosts'],
      ['a single letter', { people_user_agents: 'a' }, 'people_user_agents'],
      ['no text', { robot_user_agents: ['x'] }, 'robot_user_agents'],
      ['a huge list', { robot_user_agents: 'x'.repeat(5000) }, 'robot_user_agents'],
    ])('refuses %s with the name of the field', async (_, body, field) => {
      const answer = await send('PATCH', `/products/${api.world.open.product}/`, body);
      expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('takes lists with any comma or by line, and gives them with commas', async () => {
      const { body } = await send('PATCH', `/products/${api.world.open.product}/`, {
        excluded_ips: '203.0.113.7、198.51.100.0/24，192.0.2.1\r\n2001:db8::1',
        tracker_host: 'Ｔ.New.example',
        more_hosts: 'LP.example.jp、b.example\n\nb.example',
        people_user_agents: 'Our Monitor，SampleNews\nSampleNews',
      });
      expect(body).toMatchObject({
        excluded_ips: '203.0.113.7,198.51.100.0/24,192.0.2.1,2001:db8::1',
        tracker_host: 't.new.example',
        more_hosts: 'lp.example.jp,b.example',
        people_user_agents: 'Our Monitor,SampleNews',
        robot_user_agents: null,
      });
    });
  });
});
