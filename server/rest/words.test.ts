import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('REST write input and its errors', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());
    const call = (method: string, path: string, body: unknown, headers = {}) =>
      api.rest(path, { method, body, token, headers });

    it('starts each error with its field', async () => {
      const wrong = { product_id: api.world.open.product, cv_cost: -1, redirect_url: 'ftp://x' };
      expect((await call('POST', '/ads/', wrong)).body._message.sort()).toEqual([
        'ad_name: required',
        'cv_cost: minimum value 0',
        'redirect_url: invalid URL format',
      ]);
      expect(
        (
          await call(
            'POST',
            '/ads/',
            { ...wrong, cv_cost: 0, redirect_url: null },
            { 'accept-language': 'ja' },
          )
        ).body._message,
      ).toEqual([expect.stringMatching(/^ad_name: .*[ぁ-ん]/)]);
    });

    it('requires an object instead of a list', async () => {
      for (const body of [[], [{ ad_name: 'x' }]]) {
        expect(await call('PUT', `/ads/${api.world.open.ads[0]}/`, body)).toMatchObject({
          status: 400,
          body: { _message: ['The request body must be an object.'] },
        });
      }
    });

    it('rejects an object or list in place of a plain value, at its field', async () => {
      const strange: readonly object[] = [{}, { length: 3 }, { toString: 'x' }, [{ toString: 'x' }]];
      const ad = `/ads/${api.world.open.ads[0]}/`;
      for (const value of strange) {
        expect(
          (
            await call('PATCH', ad, {
              ad_description: value,
              click_cost: value,
              status: value,
              period_from: value,
            })
          ).body.errors,
        ).toEqual({
          ad_description: ['must be text'],
          click_cost: ['must be a number'],
          status: ['must be true or false'],
          period_from: ['must be a date like 2026/01/31'],
        });
        expect((await call('PATCH', ad, { version: value })).body.errors).toEqual({
          version: ['must be a whole number'],
        });
        expect((await call('PATCH', ad, { ad_status: value, status: true })).body.errors).toEqual({
          ad_status: ['must be true or false'],
        });
        expect((await call('PATCH', ad, { ad_status: true, status: value })).body.errors).toEqual({
          status: ['must be true or false'],
        });
        const lpo = [{ title: value, url: 'https://open.example/', rate: 100 }];
        expect(
          (await call('POST', '/redirects/', { ad_id: api.world.open.ads[0], lpo })).body.errors,
        ).toEqual({ 'lpo[0].title': ['must be text'] });
        expect((await call('POST', `${ad}rehearsal/`, { redirect_id: value })).body.errors).toEqual({
          redirect_id: ['must be a whole number'],
        });
        expect((await call('POST', '/auth/refresh/', { refresh: value })).body.errors).toEqual({
          refresh: ['must be text'],
        });
        expect(
          (await call('POST', '/ad_types/', { product_id: value, title: 'T', sequence: 1 })).body.errors,
        ).toEqual({ product_id: ['must be a whole number'] });
      }
    });

    it('gives a CV setting without a slot the lowest free one of its type', async () => {
      const { product } = api.world.open;
      const make = (cv_type: number, more = {}) =>
        call('POST', '/cv_settings/', {
          product_id: product,
          title: 'S',
          cv_type,
          cv_url: 'open.example/',
          ...more,
        });
      const created = [await make(1, { cv_slot: 3 }), await make(1), await make(0)];
      expect(created.map(({ status, body }) => [status, body.cv_slot])).toEqual([
        [201, 3],
        [201, 2],
        [201, 1],
      ]);
      expect(await make(1)).toMatchObject({
        status: 400,
        body: { errors: { cv_slot: ['all 3 slots of this type are taken'] } },
      });
      const { body } = await call('PUT', `/cv_settings/${created[0]?.body.id}/`, {
        title: 'T',
        cv_type: 1,
        cv_url: 'open.example/',
      });
      expect(body).toMatchObject({ title: 'T', cv_slot: 3 });
    });

    it('gives concurrent requests distinct slots without an internal error', async () => {
      const { product } = api.world.open;
      const ask = () =>
        call('POST', '/cv_settings/', {
          product_id: product,
          title: 'M',
          cv_type: 0,
          cv_url: 'open.example/',
        });
      const answers = await Promise.all(Array.from({ length: 8 }, ask));
      expect(answers.filter(({ status }) => status !== 201 && status !== 400)).toEqual([]);
      const { body } = await api.rest(`/cv_settings/?product_id=${product}&cv_type=0&sortName=cv_slot`, {
        token,
      });
      expect(body.results.map((row: { cv_slot: number }) => row.cv_slot)).toEqual([1, 2, 3]);
    });

    it('accepts fees and approval amounts up to 10^12 yen, and conversion costs up to eight digits', async () => {
      const most = 1_000_000_000_000;
      const fees = [{ period_from: '2026/01/01', period_to: '2026/01/31', amount: most }];
      const asp = await call('POST', '/asps/', {
        product_id: api.world.open.product,
        asp_name: 'A',
        approval_amount: most - 0.01,
        ad_fee_setting: fees,
      });
      expect(asp).toMatchObject({
        status: 201,
        body: { approval_amount: most - 0.01, ad_fee_setting: fees },
      });
      const path = `/ads/${api.world.open.ads[0]}/`;
      const { body } = await api.rest(path, { token });
      expect((await call('PUT', path, { ...body, cv_cost: 100_000_000 })).body.errors).toEqual({
        cv_cost: ['invalid cv cost format'],
      });
      expect((await call('PUT', path, { ...body, approval_amount: most + 1 })).status).toBe(400);
    });
  });
});
