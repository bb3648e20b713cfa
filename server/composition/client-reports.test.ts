import { createHash } from 'node:crypto';
import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer, type Json } from './testing/api-server';
import { EVENT_TIME, PASSWORD } from './testing/api-world';
import { callers } from './testing/endpoints';

jest.setTimeout(180_000);

const PATH = '/client-reports/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const NOW = EVENT_TIME + 24 * 3_600_000;

onEachDatabase((dialect) => {
  describe('client reports', () => {
    let api: ApiServer;
    let views: number[];
    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW });
      views = [await makeView('広告別'), await makeView('日別', TREND)];
    });
    afterAll(() => api.stop());

    /** Signs in at the time of the clock: tests move it beyond the life of a token. */
    const tokenOf = async (email: string): Promise<string> =>
      (await api.rest('/auth/signin/', { body: { email, password: PASSWORD } })).body.access;
    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await tokenOf(email)) });
    const query = (more: string) => `product_id=${api.world.open.product}&${more}`;
    const TREND = {
      path: '/analyze/term',
      report: 'time_series',
      search: 'period=d7',
      query: 'unit=day&columns=period,cv_total_final,amount_sum',
    };
    async function makeView(
      title: string,
      { query: more, ...given }: Json = {},
      email = MANAGER,
    ): Promise<number> {
      const { body } = await call('POST', email, '/saved-views/', {
        product_id: api.world.open.product,
        title,
        path: '/analyze/ad-statistics',
        search: 'period=d7',
        report: 'ad_summaries',
        report_query: query(
          more ??
            'date_from=2020-01-01&date_to=2020-01-07&compare_from=2019-12-25&compare_to=2019-12-31&axis=ad&columns=ad,cv_total_final,cv_total_final_previous,amount_sum,cpa',
        ),
        ...given,
      });
      return body.id;
    }
    const report = (more: object = {}) => ({
      product_id: api.world.open.product,
      title: '月次 <報告>',
      addressee: '株式会社甲 御中',
      sender: '運用チーム',
      period: 'd30',
      parts: [{ view_id: views[0], comment: '順調です。\n来月も続けます。' }, { view_id: views[1] }],
      ...more,
    });
    const page = async (email: string, id: number) => {
      const { body } = await call('POST', email, `${PATH}${id}/document/`);
      return { links: body, page: await api.fetch(body.url, { headers: { 'accept-language': 'ja' } }) };
    };

    it('keep views in order with comments', async () => {
      const { status, body } = await call('POST', MANAGER, PATH, report());
      expect([status, body]).toMatchObject([
        201,
        {
          ...report({ parts: undefined }),
          parts: [{ view_id: views[0] }, { view_id: views[1], comment: null }],
          version: 1,
        },
      ]);
      const moved = await call('PATCH', MANAGER, `${PATH}${body.id}/`, {
        parts: [{ view_id: views[1], comment: 'まず日別' }, { view_id: views[0] }],
        version: 1,
      });
      expect([moved.status, moved.body.title, moved.body.parts, moved.body.version]).toEqual([
        200,
        '月次 <報告>',
        [
          { view_id: views[1], comment: 'まず日別' },
          { view_id: views[0], comment: null },
        ],
        2,
      ]);
      const stale = await call('PATCH', MANAGER, `${PATH}${body.id}/`, { title: 'x', version: 1 });
      expect(stale.status).toBe(409);
      const renamed = await call('PATCH', MANAGER, `${PATH}${body.id}/`, { title: '改題' });
      expect(renamed.body).toMatchObject({ title: '改題', parts: moved.body.parts });
      expect((await call('DELETE', MANAGER, `${PATH}${body.id}/`)).status).toBe(204);
    });

    it('belong to their creator and, if shared, to the company except agencies', async () => {
      const { body } = await call('POST', MANAGER, PATH, report({ shared: true }));
      const own = await call('POST', MANAGER, PATH, report());
      const listed = async (email: string) =>
        (await call('GET', email)).body.results.map(({ id }: { id: number }) => id).sort();
      expect(await listed(MANAGER)).toEqual([body.id, own.body.id].sort());
      for (const email of [ADMIN, ANALYST]) expect([email, await listed(email)]).toEqual([email, [body.id]]);
      for (const email of [AGENCY, STRANGER]) expect([email, await listed(email)]).toEqual([email, []]);
      for (const [email, id, status] of [
        [ANALYST, body.id, 403],
        [ANALYST, own.body.id, 404],
        [AGENCY, body.id, 404],
        [STRANGER, body.id, 404],
        [null, body.id, 401],
      ] as const) {
        expect([email, (await call('PATCH', email, `${PATH}${id}/`, { title: 'x' })).status]).toEqual([
          email,
          status,
        ]);
        expect([email, (await call('DELETE', email, `${PATH}${id}/`)).status]).toEqual([email, status]);
      }
      expect((await call('PATCH', ADMIN, `${PATH}${body.id}/`, { title: '変更' })).status).toBe(200);
      // An ANALYST may not open the private views in a shared report: they are left out.
      const { page: seen } = await page(ANALYST, body.id);
      expect([seen.status, String(seen.body).includes('広告別')]).toEqual([200, false]);
    });

    it.each([
      ['no title', { title: ' ' }, 'title'],
      ['no views', { parts: [] }, 'parts'],
      ['an unknown view', { parts: [{ view_id: 987_654 }] }, 'parts[0].view_id'],
      ['too many views', { parts: Array.from({ length: 13 }, () => ({ view_id: 1 })) }, 'parts'],
      ['a long comment', { parts: [{ view_id: 1, comment: 'x'.repeat(2001) }] }, 'parts[0].comment'],
      ['an unknown period', { period: 'always' }, 'period'],
    ])('refuse %s by its name', async (_, wrong, field) => {
      const { status, body } = await call('POST', MANAGER, PATH, report(wrong));
      expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
    });

    it('refuse another product, and views of others', async () => {
      const foreign = { product_id: api.world.foreign.product };
      expect((await call('POST', MANAGER, PATH, report(foreign))).status).toBe(403);
      expect((await call('POST', ANALYST, PATH, report())).status).toBe(400);
      expect((await call('POST', STRANGER, PATH, report())).status).toBe(403);
    });

    it('become a page with a cover, the period of the report, and a print button', async () => {
      const { body } = await call('POST', MANAGER, PATH, report());
      const { links, page: read } = await page(MANAGER, body.id);
      expect(links).toMatchObject({ url: expect.stringMatching(/^\/share\/document\//), pdf_url: null });
      const text = String(read.body);
      expect(read.status).toBe(200);
      for (const part of [
        '月次 &#60;報告&#62;',
        '株式会社甲 御中',
        '運用チーム',
        '順調です。',
        'id="print"',
        'open ad 0',
        '日別',
      ])
        expect([part, text.includes(part)]).toEqual([part, true]);
      // Both views are of seven days; the report is of thirty.
      expect(text).toContain('<dt>期間</dt> <dd>2025/12/17 〜 2026/01/15</dd>');
      expect(text.match(/<section id="part-/g)).toHaveLength(2);
      const script = /<script>(.*)<\/script>/.exec(text)?.[1] ?? '';
      expect(script).toContain('print()');
      const policy = read.headers.get('content-security-policy');
      const style = /<style>(.*)<\/style>/s.exec(text)?.[1] ?? '';
      for (const [kind, content] of [
        ['script', script],
        ['style', style],
      ] as const) {
        const hash = createHash('sha256').update(content).digest('base64');
        expect(policy).toContain(` ${kind}-src 'sha256-${hash}'`);
      }
      const reloaded = await api.fetch(links.url);
      expect(reloaded.status).toBe(200);
      api.clock.now += 11 * 60_000;
      expect((await api.fetch(links.url)).status).toBe(404);
      expect((await api.fetch(`${links.url}x`)).status).toBe(404);
      expect((await api.fetch(`${links.url}/report.pdf`)).status).toBe(404);
    });

    it('are shared by a link like a view', async () => {
      const { body } = await call('POST', MANAGER, PATH, report());
      const at = `${PATH}${body.id}/shares/`;
      const created = await call('POST', MANAGER, at, { expires_at: new Date(NOW + 9e9).toISOString() });
      expect(created.body).toMatchObject({ client_report_id: body.id, view_id: null });
      const path = new URL(created.body.url).pathname;
      const read = await api.fetch(path);
      expect([read.status, String(read.body).includes('株式会社甲 御中')]).toEqual([200, true]);
      expect(read.body).not.toMatch(/<script|id="print"/);
      await call('DELETE', MANAGER, `/saved-views/${views[1]}/`);
      expect((await api.fetch(path)).body).not.toContain('part-2');
      views[1] = await makeView('日別', TREND);
      await call('DELETE', MANAGER, `${PATH}${body.id}/`);
      expect((await api.fetch(path)).status).toBe(404);
      expect(await api.database.db.read('SELECT id FROM report_share')).toEqual([]);
    });
  });
});
