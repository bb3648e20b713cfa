import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { EVENT_TIME, PASSWORD } from './testing/api-world';
import { callers } from './testing/endpoints';

jest.setTimeout(180_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The day after the events of the world, in Tokyo. */
const NOW = EVENT_TIME + DAY;

onEachDatabase((dialect) => {
  describe('share links', () => {
    let api: ApiServer;
    let view: number;
    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW });
      view = await makeView(MANAGER);
    });
    afterAll(() => api.stop());
    beforeEach(() => {
      // Each test has minutes of its own.
      api.clock.now += 20 * MINUTE;
    });

    /** Signs in at the time of the clock: tests move it beyond the life of a token. */
    const tokenOf = async (email: string): Promise<string> =>
      (await api.rest('/auth/signin/', { body: { email, password: PASSWORD } })).body.access;
    const call = async (method: string, email: string | null, path: string, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await tokenOf(email)) });
    const makeView = async (email: string, more: object = {}): Promise<number> => {
      const product = api.world.open.product;
      const query = `product_id=${product}&date_from=2020-01-01&date_to=2020-01-30&axis=ad&columns=ad_id,ad,ad_click_count,cv_total_final,amount_sum,cpa`;
      const { body } = await call('POST', email, '/saved-views/', {
        product_id: product,
        title: '広告別 <b>サマリー</b>',
        path: '/analyze/ad-statistics',
        search: 'period=d30',
        report: 'ad_summaries',
        report_query: query,
        ...more,
      });
      return body.id;
    };
    const later = (ms = DAY) => new Date(api.clock.now + ms).toISOString();
    const share = (more: object = {}, email = MANAGER, of = view) =>
      call('POST', email, `/saved-views/${of}/shares/`, { expires_at: later(), ...more });
    const pathOf = ({ body }: { body: Json }): string => new URL(body.url).pathname;
    const open = (path: string, password?: string) =>
      api.fetch(path, {
        headers: {
          'accept-language': 'ja',
          ...(password !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(password !== undefined && { raw: new URLSearchParams({ password }).toString() }),
      });

    it('show the report without a session, without scripts, and tell nobody', async () => {
      const created = await share({ embed_hosts: ['portal.example', '日本.jp'], notes: false });
      expect(created.status).toBe(201);
      expect(created.body).toMatchObject({ has_password: false, view_id: view, own: true, notes: false });
      const page = await open(pathOf(created));
      expect(page.status).toBe(200);
      expect(page.body).toContain('広告別 &#60;b&#62;サマリー&#60;/b&#62;');
      expect(page.body).toContain('open ad 0');
      expect(page.body).not.toMatch(/<script|<b>|href="http|style="/);
      const policy = page.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(policy).toMatch(/frame-ancestors portal\.example xn--wgv71a\.jp$/);
      expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(page.headers.get('referrer-policy')).toBe('no-referrer');
      expect(page.headers.get('cache-control')).toBe('no-store');
      expect(page.headers.get('set-cookie')).toBeNull();
      const alone = await open(pathOf(await share()));
      expect(alone.headers.get('content-security-policy')).toMatch(/frame-ancestors 'none'$/);
      expect(alone.headers.get('x-frame-options')).toBe('DENY');
    });

    it('hold no ids, addresses or names of others', async () => {
      for (const email of [ADMIN, MANAGER, ANALYST, AGENCY]) {
        const own = await makeView(email);
        const { status, body } = await open(pathOf(await share({ notes: true }, email, own)));
        expect([email, status]).toEqual([email, 200]);
        const rows = await api.database.db.read<{ visitor_id: string; user_id: string | null }>(
          'SELECT visitor_id, user_id FROM conversion',
        );
        const secrets = [
          ...rows.flatMap(({ visitor_id: visitor, user_id: user }) => [visitor, ...(user ? [user] : [])]),
          ...callers.map((caller) => caller.email),
          '@',
          'closed',
          'foreign',
          'ID</th>',
        ];
        const text = String(body).replace(/<style>.*<\/style>/s, '');
        expect([email, secrets.filter((secret) => text.includes(secret))]).toEqual([email, []]);
        expect([email, body.includes('open ad 1')]).toEqual([email, email !== AGENCY]);
      }
    });

    it('can’t be made for single conversions, lists, and views of others', async () => {
      const product = api.world.open.product;
      const log = await makeView(MANAGER, { report: 'cv_info', report_query: `product_id=${product}` });
      const list = await makeView(MANAGER, { path: '/log/cv', report: null, report_query: null });
      for (const [email, of, status] of [
        [MANAGER, log, 400],
        [MANAGER, list, 400],
        [ANALYST, view, 404],
        [AGENCY, view, 404],
        [STRANGER, view, 404],
        [MANAGER, 987_654, 404],
        [null, view, 401],
      ] as const)
        for (const [method, path] of [
          ['GET', 'shares'],
          ['POST', 'shares'],
          ['POST', 'document'],
        ] as const) {
          const body = method === 'POST' ? { expires_at: later() } : undefined;
          const answer = await call(method, email, `/saved-views/${of}/${path}/`, body);
          expect([email, of, method, path, answer.status]).toEqual([email, of, method, path, status]);
        }
    });

    it.each([
      ['no end', { expires_at: null }, 'expires_at'],
      ['an end in the past', { expires_at: '2020/01/01 00:00:00' }, 'expires_at'],
      ['no date', { expires_at: 'soon' }, 'expires_at'],
      ['a short password', { password: 'abc' }, 'password'],
      ['a long password', { password: 'x'.repeat(129) }, 'password'],
      ['notes that are a text', { notes: 'maybe' }, 'notes'],
      ['a host with a path', { embed_hosts: ['portal.example/x'] }, 'embed_hosts'],
      [
        'a host that adds to the policy',
        { embed_hosts: ["x.example; script-src 'unsafe-inline'"] },
        'embed_hosts',
      ],
      ['a wildcard', { embed_hosts: ['*'] }, 'embed_hosts'],
      [
        'too many hosts',
        { embed_hosts: Array.from({ length: 999 }, (_, i) => `h${i}.example`) },
        'embed_hosts',
      ],
    ])('refuse %s by its name', async (_, wrong, field) => {
      const { status, body } = await share(wrong);
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });

    it('store no secret, show none again, and are in the trail without one', async () => {
      const created = await share({ password: 'open sesame' });
      const secret = pathOf(created).split('/').at(-1) ?? '';
      expect(secret).toMatch(/^icl_[\w-]{32}$/);
      const rows = await api.database.db.read('SELECT * FROM report_share');
      const { body: listed } = await call('GET', MANAGER, `/saved-views/${view}/shares/`);
      const { body: trail } = await call('GET', ADMIN, '/audit-logs/?entity=reportShare&page_size=100');
      for (const text of [rows, listed, trail].map((value) => JSON.stringify(value))) {
        expect(text).not.toContain(secret);
        expect(text).not.toContain('open sesame');
      }
      expect(JSON.stringify(trail)).not.toContain('argon');
      expect(trail.results[0]).toMatchObject({ entity: 'reportShare', action: 'create' });
    });

    it('open with their password only; a wrong one is like a wrong link', async () => {
      const path = pathOf(await share({ password: ' open sesame ' }));
      const unknown = `/share/icl_${'x'.repeat(32)}`;
      const [locked, missing] = [await open(path), await open(unknown)];
      expect([locked.status, locked.body]).toEqual([404, missing.body]);
      expect(locked.status).toBe(missing.status);
      const [wrong, wrongLink] = [await open(path, 'guess'), await open(unknown, 'guess')];
      expect([wrong.status, wrong.body]).toEqual([wrongLink.status, wrongLink.body]);
      const namesOf = ({ headers }: { headers: Headers }) =>
        [...headers.keys()].filter((name) => name !== 'date').sort();
      expect(namesOf(wrong)).toEqual(namesOf(wrongLink));
      const right = await open(path, 'open sesame');
      expect([right.status, right.body.includes('open ad 0')]).toEqual([200, true]);
      expect((await open(path)).status).toBe(404);
    });

    it('limit the tries of a password, for unknown links alike', async () => {
      for (const path of [pathOf(await share({ password: 'open sesame' })), `/share/icl_${'y'.repeat(32)}`]) {
        const tries = await Promise.all(
          Array.from({ length: 14 }, (_, index) => open(path, `guess ${index}`)),
        );
        expect(tries.map(({ status }) => status).sort()).toEqual([
          ...Array<number>(10).fill(404),
          ...Array<number>(4).fill(429),
        ]);
        const limited = await open(path, 'open sesame');
        expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
      }
      api.clock.now += 16 * MINUTE;
    });

    it('open 60 times a minute', async () => {
      const path = pathOf(await share());
      const answers: number[] = [];
      for (let at = 0; at < 62; at += 1) answers.push((await open(path)).status);
      expect(answers.map((status, at) => (status === 200 ? -1 : at)).filter((at) => at >= 0)).toEqual([
        60, 61,
      ]);
      expect((await open(pathOf(await share()))).status).toBe(200);
      api.clock.now += MINUTE;
      expect((await open(path)).status).toBe(200);
    });

    it('end at their time', async () => {
      const path = pathOf(await share({ expires_at: later(5 * MINUTE) }));
      api.clock.now += 5 * MINUTE - 1;
      expect((await open(path)).status).toBe(200);
      api.clock.now += 1;
      expect((await open(path)).status).toBe(404);
    });

    it('are seen and revoked by their creator and an ADMIN', async () => {
      const shared = await makeView(MANAGER, { shared: true });
      const created = await share({}, MANAGER, shared);
      const at = `/saved-views/${shared}/shares/${created.body.id}/`;
      const listed = async (email: string) =>
        (await call('GET', email, `/saved-views/${shared}/shares/`)).body.results.map(
          ({ id }: { id: number }) => id,
        );
      expect([await listed(MANAGER), await listed(ADMIN), await listed(ANALYST)]).toEqual([
        [created.body.id],
        [created.body.id],
        [],
      ]);
      await open(pathOf(created));
      const { body } = await call('GET', ADMIN, `/saved-views/${shared}/shares/`);
      expect(body.results[0]).toMatchObject({ own: false, last_used_at: expect.any(String) });
      for (const email of [ANALYST, AGENCY, STRANGER])
        expect([email, (await call('DELETE', email, at)).status]).toEqual([email, 404]);
      expect((await call('DELETE', MANAGER, `/saved-views/${view}/shares/${created.body.id}/`)).status).toBe(
        404,
      );
      expect((await open(pathOf(created))).status).toBe(200);
      expect((await call('DELETE', ADMIN, at)).status).toBe(204);
      expect((await open(pathOf(created))).status).toBe(404);
      expect((await call('DELETE', MANAGER, at)).status).toBe(404);
    });

    it('end with their view, their creator’s access and the product’s switch', async () => {
      const { db } = api.database;
      const product = api.world.open.product;
      const other = await makeView(ANALYST);
      const path = pathOf(await share({}, ANALYST, other));
      const isOpen = async () => (await open(path)).status === 200;
      const set = (sql: string, params: (string | number)[] = []) =>
        db.write((tx) => tx.execute(sql, params));
      const user = api.world.users.analyst;
      for (const [off, on, params] of [
        [
          'UPDATE app_user SET status = 0 WHERE id = ?',
          'UPDATE app_user SET status = 1 WHERE id = ?',
          [user],
        ],
        [
          'DELETE FROM user_product WHERE user_id = ? AND product_id = ?',
          'INSERT INTO user_product (user_id, product_id) VALUES (?, ?)',
          [user, product],
        ],
      ] as const) {
        expect(await isOpen()).toBe(true);
        await set(off, [...params]);
        expect([off, await isOpen()]).toEqual([off, false]);
        await set(on, [...params]);
      }
      const allow = (allowed: boolean) =>
        call('PATCH', MANAGER, `/products/${product}/`, { sharing_allowed: allowed });
      expect((await allow(false)).body.sharing_allowed).toBe(false);
      expect(await isOpen()).toBe(false);
      expect((await share()).status).toBe(409);
      // A client that doesn't know the switch leaves it as it is.
      const { body } = await call('GET', MANAGER, `/products/${product}/`);
      const { sharing_allowed: _switch, ...known } = body;
      expect((await call('PUT', MANAGER, `/products/${product}/`, known)).body.sharing_allowed).toBe(false);
      await allow(true);
      expect(await isOpen()).toBe(true);
      await call('DELETE', ANALYST, `/saved-views/${other}/`);
      expect(await isOpen()).toBe(false);
      expect(await db.read('SELECT id FROM report_share WHERE view_id = ?', [other])).toEqual([]);
    });

    it('survive garbage', async () => {
      for (const path of [
        '/share/',
        '/share/%E0%A4%A',
        `/share/${'x'.repeat(5000)}`,
        '/share/icl_',
        '/share/a/b',
      ])
        expect((await open(path)).status).toBe(404);
      const path = pathOf(await share({ password: 'open sesame' }));
      expect((await open(path, 'x'.repeat(3000))).status).toBe(404);
      expect((await open(path, 'x'.repeat(9000))).status).toBe(413);
      expect((await api.fetch(path, { method: 'DELETE' })).status).toBe(404);
    });
  });
});
