import { startOfDay } from '../../shared/domain/calendar';
import { onOffEvents } from '../analysis/testing/on-off-events';
import { onEachDatabase } from '../db/testing/databases';
import { ingest } from '../journeys';
import { settle } from '../sweeps';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const PATH = '/experiments/';
const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];
const OFF = '2025/12/29';
const NOW = startOfDay(20260301);

onEachDatabase((dialect) => {
  describe('experiments', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW });
      const { product, ads, cvSetting } = api.world.open;
      const fixture = {
        productId: product,
        ads: [ads[0], ads[1], 0, 0] as const,
        cv: { last: cvSetting, other: 0, middle: 0 },
      };
      const start = startOfDay(20251006) + 43_200_000;
      await api.database.db.write((tx) =>
        ingest(tx, onOffEvents({ fixture, start, weeks: 15, offFrom: 12 })),
      );
      await settle(api.database.db);
    });
    afterAll(() => api.stop());

    const call = async (method: string, email: string | null, path = PATH, body?: unknown) =>
      api.rest(path, { method, body, token: email && (await api.tokenOf(email)) });
    const plan = (more: object = {}) => ({
      product_id: api.world.open.product,
      title: '検索の停止',
      ad_ids: [api.world.open.ads[0]],
      first_day: OFF,
      off_weeks: 3,
      pre_weeks: 12,
      ...more,
    });
    const create = async (more: object = {}, email = ADMIN): Promise<number> => {
      const { status, body } = await call('POST', email, PATH, plan(more));
      expect([status, body.errors]).toEqual([201, undefined]);
      return body.id;
    };
    const freeze = (id: number, email: string | null = ADMIN, body: object = {}) =>
      call('POST', email, `${PATH}${id}/freeze/`, body);

    it('stores a plan, freezes it with what it finds, and reads its result', async () => {
      const id = await create({}, ANALYST);
      const before = await call('GET', ANALYST, `${PATH}${id}/figures/`);
      expect(before.body).toMatchObject({ state: 'planned', result: null, used_weeks: 12 });
      const frozen = await freeze(id, ANALYST, { version: 1 });
      expect([frozen.status, frozen.body]).toEqual([
        200,
        expect.objectContaining({
          ...plan(),
          last_day: '2026/01/18',
          frozen_at: expect.any(String),
          minimal_effect: before.body.minimal_effect,
          minimal_effect_share: before.body.minimal_effect_share,
          data_version: before.body.version,
          evaluation: before.body.evaluation,
          version: 2,
        }),
      ]);
      const { body } = await call('GET', ANALYST, `${PATH}${id}/figures/`);
      expect(body).toMatchObject({ state: 'finished', result: { verdict: 'found' } });
      expect(body.weeks).toHaveLength(15);
    });

    it('computes a plan that is not saved, and stores nothing', async () => {
      const { body: list } = await call('GET', ADMIN);
      const { status, body } = await call('POST', ADMIN, `${PATH}figures/`, plan({ title: null }));
      expect([status, body.state, body.used_weeks]).toEqual([200, 'planned', 12]);
      expect((await call('GET', ADMIN)).body.count).toBe(list.count);
    });

    it('never changes a frozen plan, which can be deleted', async () => {
      const id = await create();
      await freeze(id);
      for (const [method, body] of [
        ['PATCH', { title: 'x' }],
        ['PATCH', {}],
        ['PUT', plan({ off_weeks: 2 })],
      ] as const)
        expect([method, (await call(method, ADMIN, `${PATH}${id}/`, body)).status]).toEqual([method, 409]);
      expect((await freeze(id)).status).toBe(409);
      expect((await call('GET', ADMIN, `${PATH}${id}/`)).body).toMatchObject({
        title: '検索の停止',
        version: 2,
      });
      expect((await call('DELETE', MANAGER, `${PATH}${id}/`)).status).toBe(204);
      const ads = await api.database.db.read('SELECT ad_id FROM experiment_ad WHERE experiment_id = ?', [id]);
      expect(ads).toEqual([]);
    });

    it('freezes once, however many ask at the same time, and not an older version', async () => {
      const id = await create();
      expect((await freeze(id, ADMIN, { version: 7 })).status).toBe(409);
      const statuses = await Promise.all([1, 2, 3].map(async () => (await freeze(id)).status));
      expect(statuses.sort()).toEqual([200, 409, 409]);
    });

    it('keeps an ad from being deleted', async () => {
      const id = await create();
      const { status, body } = await call('DELETE', ADMIN, `/ads/${api.world.open.ads[0]}/`);
      expect([status, body._message.join()]).toEqual([409, expect.stringMatching(/on\/off test/)]);
      await call('DELETE', ADMIN, `${PATH}${id}/`);
    });

    it('moves an ad between the test and its control', async () => {
      const [first, second] = api.world.open.ads;
      const id = await create({ control_ad_ids: [second] });
      const swapped = { ad_ids: [second], control_ad_ids: [first] };
      expect((await call('PATCH', ADMIN, `${PATH}${id}/`, swapped)).body).toMatchObject(swapped);
      await call('DELETE', ADMIN, `${PATH}${id}/`);
    });

    it.each([
      ['no ads', { ad_ids: [] }, 'ad_ids'],
      ['an ad twice', { control_ad_ids: 'own' }, 'control_ad_ids'],
      ['too many ads', { ad_ids: Array.from({ length: 5000 }, (_, n) => n + 1) }, 'ad_ids'],
      ['no ids', { ad_ids: ['x', -1] }, 'ad_ids'],
      ['no day', { first_day: 'tomorrow' }, 'first_day'],
      ['too short', { pre_weeks: 7 }, 'pre_weeks'],
      ['too long', { off_weeks: 13 }, 'off_weeks'],
      ['half a week', { off_weeks: 1.5 }, 'off_weeks'],
      ['an unknown control', { control: 3 }, 'control'],
      ['a huge title', { title: 'x'.repeat(100_000) }, 'title'],
    ])('rejects %s at its field', async (_case, more: object, field) => {
      const body = plan({
        ...more,
        ...('control_ad_ids' in more && { control_ad_ids: [api.world.open.ads[0]] }),
      });
      for (const path of field === 'title' ? [PATH] : [PATH, `${PATH}figures/`]) {
        const answer = await call('POST', ADMIN, path, body);
        expect([path, answer.status, Object.keys(answer.body.errors ?? {})[0]?.replace(/\[.*/, '')]).toEqual([
          path,
          400,
          field,
        ]);
      }
    });

    it('names too few weeks of data when it is computed or frozen', async () => {
      const id = await create({ first_day: '2025/11/03' });
      for (const answer of [await call('GET', ADMIN, `${PATH}${id}/figures/`), await freeze(id)])
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          { pre_weeks: [expect.stringMatching(/at least 8 weeks/)] },
        ]);
      await call('DELETE', ADMIN, `${PATH}${id}/`);
    });

    it('answers nobody without a sign-in, and strangers as if there were none', async () => {
      const id = await create();
      const { ads, product } = api.world.foreign;
      for (const [method, path, body] of [
        ['GET', `${PATH}${id}/figures/`],
        ['POST', `${PATH}${id}/freeze/`, {}],
        ['POST', `${PATH}figures/`, plan()],
      ] as const) {
        expect([path, (await call(method, null, path, body)).status]).toEqual([path, 401]);
        const status = path === `${PATH}figures/` ? 403 : 404;
        expect([path, (await call(method, STRANGER, path, body)).status]).toEqual([path, status]);
      }
      expect((await call('POST', ADMIN, `${PATH}figures/`, plan({ ad_ids: [ads[0]] }))).status).toBe(403);
      expect((await call('POST', ADMIN, `${PATH}figures/`, plan({ product_id: product }))).status).toBe(403);
      for (const bad of ['0', '-1', 'x', '99999999'])
        expect((await call('GET', ADMIN, `${PATH}${bad}/figures/`)).status).toBe(404);
      await call('DELETE', ADMIN, `${PATH}${id}/`);
    });

    it('shows an agency the tests of its own ads, without the sums of the product, and lets it plan none', async () => {
      const [own, others] = api.world.open.ads;
      const ids = [
        await create({ title: '自社', control_ad_ids: [others] }),
        await create({ title: '他社', ad_ids: [others] }),
        await create({ title: '両方', ad_ids: [own, others] }),
      ] as const;
      await freeze(ids[0]);
      const { body } = await call(
        'GET',
        AGENCY,
        `${PATH}?product_id=${api.world.open.product}&page_size=100`,
      );
      const titles = body.results.map(({ title }: { title: string }) => title);
      expect(titles).toContain('自社');
      expect(titles).not.toEqual(expect.arrayContaining(['他社', '両方']));
      const row = body.results.find(({ id }: { id: number }) => id === ids[0]);
      expect(row).toMatchObject({ control_ad_ids: [], minimal_effect_share: null });
      const figures = await call('GET', AGENCY, `${PATH}${ids[0]}/figures/`);
      expect(figures.body).toMatchObject({
        weeks: [],
        baseline: null,
        minimal_effect_share: null,
        result: { verdict: 'found' },
      });
      for (const id of ids.slice(1))
        expect((await call('GET', AGENCY, `${PATH}${id}/figures/`)).status).toBe(404);
      for (const [method, path, sent] of [
        ['POST', PATH, plan()],
        ['POST', `${PATH}figures/`, plan()],
        ['PATCH', `${PATH}${ids[0]}/`, { title: 'x' }],
        ['POST', `${PATH}${ids[0]}/freeze/`, {}],
        ['DELETE', `${PATH}${ids[0]}/`],
      ] as const)
        expect([method, path, (await call(method, AGENCY, path, sent)).status]).toEqual([
          method,
          path,
          path.includes('freeze') ? 409 : 403,
        ]);
      for (const id of ids) await call('DELETE', ADMIN, `${PATH}${id}/`);
    });
  });
});
