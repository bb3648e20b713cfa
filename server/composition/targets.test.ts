import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const PATH = '/targets/';
const [, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('targets', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect, { now: Date.parse('2026-02-10T12:00:00+09:00') });
    });
    afterAll(() => api.stop());
    beforeEach(() => api.database.db.write((tx) => tx.execute('DELETE FROM target')));

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const target = (more: object = {}) => ({
      product_id: api.world.open.product,
      month: '202601',
      cv: 120,
      ...more,
    });
    const create = (more: object = {}, email: string | null = MANAGER) =>
      call('POST', email, PATH, target(more));
    const ads = () => api.world.open.ads;

    it('are of a product, an ad or an asp, for a month in any notation', async () => {
      const product = await create({ month: '２０２６/1', cost: 1_000_000.5, roas: 2.5 });
      expect([product.status, product.body]).toMatchObject([
        201,
        { month: '202601', ad_id: null, asp_id: null, cv: 120, cost: 1_000_000.5, cpa: null, roas: 2.5 },
      ]);
      const ofAd = await create({ ad_id: ads()[0], month: '2026年1月', roas: '250%' });
      expect(ofAd.body).toMatchObject({ month: '202601', ad_id: ads()[0], ad: 'open ad 0', roas: 2.5 });
      expect((await create({ asp_id: api.world.open.asp, month: 202601 })).body).toMatchObject({
        month: '202601',
        asp: 'open asp',
      });
      const { body } = await call('GET', ANALYST, `${PATH}?month=202601&ad_id=${ads()[0]}`);
      expect(body.results.map(({ id }: { id: number }) => id)).toEqual([ofAd.body.id]);
    });

    it.each<[string, object]>([
      ['month', { month: '2026' }],
      ['month', { month: '202613' }],
      ['month', { month: null }],
      ['month', { month: { year: 2026 } }],
      ['cv', { cv: null }],
      ['cv', { cv: 0 }],
      ['cv', { cv: 1.5 }],
      ['cv', { cv: 1e12 }],
      ['cost', { cost: -1 }],
      ['cpa', { cpa: 'many' }],
      ['roas', { roas: 0 }],
      ['roas', { roas: '9999999%' }],
      ['amount', { amount: 1e13 }],
    ])('reject %s of %j', async (field, more) => {
      const { status, body } = await create(more);
      expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    });

    it('have an ad or an asp, not both, of the same product', async () => {
      const both = await create({ ad_id: ads()[0], asp_id: api.world.open.asp });
      expect([both.status, Object.keys(both.body.errors)]).toEqual([400, ['asp_id']]);
      for (const more of [
        { ad_id: api.world.closed.ads[0] },
        { asp_id: api.world.foreign.asp },
        { product_id: api.world.foreign.product },
      ])
        expect((await create(more)).status).toBe(403);
    });

    it('are one per product, ad or asp and month, also in parallel', async () => {
      for (const more of [{}, { ad_id: ads()[0] }, { asp_id: api.world.open.asp }]) {
        const answers = await Promise.all([create(more), create(more), create(more)]);
        expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
        const refused = answers.find(({ status }) => status === 400)!;
        expect(Object.keys(refused.body.errors)).toEqual(['month']);
      }
      const next = await create({ month: '202602' });
      const moved = await call('PATCH', MANAGER, `${PATH}${next.body.id}/`, { month: '202601' });
      expect([moved.status, Object.keys(moved.body.errors)]).toEqual([400, ['month']]);
      expect((await call('PATCH', MANAGER, `${PATH}${next.body.id}/`, { cv: 5 })).body.cv).toBe(5);
    });

    it('of its own ads are all that an agency sees and writes', async () => {
      const [own, others] = ads();
      const ofProduct = (await create()).body.id;
      const ofOthers = (await create({ ad_id: others })).body.id;
      const mine = await create({ ad_id: own, cv: 7 }, AGENCY);
      expect(mine.status).toBe(201);
      const listed = await call('GET', AGENCY);
      expect(listed.body.results.map(({ id }: { id: number }) => id)).toEqual([mine.body.id]);
      for (const id of [ofProduct, ofOthers])
        for (const method of ['GET', 'PATCH', 'DELETE'])
          expect(
            (await call(method, AGENCY, `${PATH}${id}/`, method === 'PATCH' ? { cv: 1 } : undefined)).status,
          ).toBe(404);
      expect((await create({ month: '202602' }, AGENCY)).body.errors).toHaveProperty('ad_id');
      expect((await create({ month: '202602', ad_id: others }, AGENCY)).status).toBe(403);
      expect((await call('PATCH', AGENCY, `${PATH}${mine.body.id}/`, { ad_id: null })).status).toBe(400);
      expect((await create({}, ANALYST)).status).toBe(403);
      expect((await create({}, null)).status).toBe(401);
      expect((await create({}, STRANGER)).status).toBe(403);
    });

    it('keep their ad and asp from deletion', async () => {
      await create({ ad_id: ads()[0] });
      await create({ asp_id: api.world.open.asp });
      for (const [of, id, count] of [
        ['AD', ads()[0], 1],
        ['ASP', api.world.open.asp, 1],
      ]) {
        const { body } = await api.graphql(`{ dependents(of: ${of}, id: ${id}) { kind count } }`, {
          token: await api.tokenOf(MANAGER),
        });
        expect(body.data.dependents).toContainEqual({ kind: 'target', count });
      }
      expect((await call('DELETE', MANAGER, `/ads/${ads()[0]}/`)).status).toBe(409);
    });

    describe('imported from a table', () => {
      const load = async (csv: string, more: object = {}, email = MANAGER) =>
        (
          await call('POST', email, `${PATH}import/`, {
            product_id: api.world.open.product,
            csv,
            dry_run: false,
            ...more,
          })
        ).body;
      const stored = async () =>
        (await call('GET', MANAGER, `${PATH}?sortName=id&sortAsc=1`)).body.results.map(
          ({ month, ad, asp, cv, roas }: Record<string, unknown>) => [month, ad, asp, cv, roas],
        );
      const CSV = [
        'month,ad,asp,cv,roas',
        '202601,,,100,',
        '2026/02,open ad 0,,"1,200",250%',
        '2026-03-01,,open asp,30,2.5',
      ].join('\r\n');

      it('are previewed, created, then changed by month and scope', async () => {
        expect(await load(CSV, { dry_run: true })).toMatchObject({ applied: false, created: 3, refused: 0 });
        expect(await stored()).toEqual([]);
        expect(await load(CSV)).toMatchObject({ applied: true, created: 3 });
        const expected = [
          ['202601', null, null, 100, null],
          ['202602', 'open ad 0', null, 1200, 2.5],
          ['202603', null, 'open asp', 30, 2.5],
        ];
        expect(await stored()).toEqual(expected);
        expect(await load(CSV)).toMatchObject({ applied: true, created: 0, updated: 0, unchanged: 3 });
        expect(await load('対象月,広告,CV\n2026/2,open ad 0,5\n')).toMatchObject({ updated: 1 });
        expect((await stored())[1]).toEqual(['202602', 'open ad 0', null, 5, 2.5]);
      });

      it('name the errors of each row, and change the same target twice in order', async () => {
        const { rows, ...counts } = await load(
          'month,ad,cv\n202613,,1\n202601,no such ad,1\n202601,,\n202602,,1\n202602,,2\n',
          { skip_refused: true },
        );
        expect(counts).toMatchObject({ applied: true, created: 1, updated: 1, refused: 3 });
        expect(
          rows.map(({ problems }: { problems: { field: string }[] }) => problems.map(({ field }) => field)),
        ).toEqual([['month'], ['adId'], ['cv'], [], []]);
        expect(await stored()).toEqual([['202602', null, null, 2, null]]);
      });

      it('are those of its own ads for an agency', async () => {
        const answer = await load(
          'month,ad,cv\n202601,open ad 0,1\n202601,open ad 1,1\n202601,,1\n',
          {},
          AGENCY,
        );
        expect(answer).toMatchObject({ applied: false, refused: 2 });
      });

      it('are exported with the columns that an import reads', async () => {
        await load(CSV);
        const file = await call(
          'GET',
          MANAGER,
          `${PATH}download/csv/?product_id=${api.world.open.product}&columns=id,month,ad,asp,cv,cost,cpa,roas,amount`,
        );
        expect(await load(String(file.body))).toMatchObject({ applied: true, unchanged: 3 });
      });
    });

    it('are in reports where asked, over REST, GraphQL and files', async () => {
      await create({ cv: 4, amount: 10_000 });
      await create({ ad_id: ads()[0], cv: 2 });
      const query = `product_id=${api.world.open.product}&date_from=2026/01/01&date_to=2026/01/31`;
      const { body } = await call('GET', MANAGER, `/analyses/ad_summaries/?${query}&targets=1`);
      expect(body.total).toMatchObject({
        cv_total_final: 2,
        target_cv: 4,
        target_cost: null,
        target_cpa: null,
        target_roas: null,
        target_amount: 10_000,
        pace: { cv: 0.5, cost: null },
        landing: { cv: 2 },
        landing_low: { cv: 2, cpa: null },
        landing_high: { cv: 2 },
      });
      const row = (id: number) => body.results.find((one: { ad_id: number }) => one.ad_id === id);
      expect(row(ads()[0])).toMatchObject({ target_cv: 2, target_amount: null, pace: { cv: 0.5 } });
      expect(row(ads()[1])).toMatchObject({ target_cv: null, pace: null, landing: null });
      const plain = await call('GET', MANAGER, `/analyses/ad_summaries/?${query}`);
      expect(Object.keys(plain.body.total)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^target_|^pace$|^landing/)]),
      );
      const trend = await call('GET', MANAGER, `/analyses/time_series/?${query}&unit=month&targets=1`);
      expect([trend.body.total.target_cv, trend.body.results[0].target_cv]).toEqual([4, null]);
      const answer = await api.graphql(
        `{ adSummaries(productId: ${api.world.open.product}, dateFrom: "2026-01-01", dateTo: "2026-01-31") { total { targets { cv roas } pace { cv } } } }`,
        { token: await api.tokenOf(MANAGER) },
      );
      expect(answer.body.data.adSummaries.total).toEqual({
        targets: { cv: 4, roas: null },
        pace: { cv: 0.5 },
      });
      const file = await call(
        'GET',
        MANAGER,
        `/analyses/ad_summaries/download/csv/?${query}&columns=ad,target_cv,achievement_cv,landing_cv,pace_cv&sortName=pace_cv`,
      );
      expect(String(file.body)).toContain('open ad 0,2,0.5,1,0.5');
      for (const value of ['maybe', '2'])
        expect((await call('GET', MANAGER, `/analyses/ad_summaries/?${query}&targets=${value}`)).status).toBe(
          400,
        );
      const hidden = await call('GET', AGENCY, `/analyses/ad_summaries/?${query}&targets=1`);
      expect([hidden.body.total.target_cv, hidden.body.results[0].target_cv]).toEqual([null, 2]);
    });
  });
});
