import { gzipSync } from 'node:zlib';
import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';
import { argumentLimits } from './query-limits';

jest.setTimeout(60_000);

const { keyword: longest, values: most } = argumentLimits;

onEachDatabase((dialect) => {
  describe('argument limits', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const countOrError = async (list: string, variables: object) => {
      const query = `query (${'k' in variables ? '$k: String' : '$ids: [Int!]'}) { ${list} { count } }`;
      const { body } = await api.graphql(query, { token, variables });
      return body.errors
        ? [body.errors[0].extensions.code, body.errors[0].extensions.fields]
        : Object.values(body.data)[0];
    };
    const ids = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

    it.each([
      'ads(keyword: $k)',
      'users(keyword: $k)',
      'interactions(productId: 1, keyword: $k)',
      'conversions(productId: 1, keyword: $k)',
      'auditLogs(keyword: $k)',
    ])('limits the search text in %s', async (list) => {
      // Characters that need escaping make the longest texts that reach the database.
      for (const sign of ['a', '%', 'ﷺ'])
        expect(await countOrError(list, { k: sign.repeat(longest) })).toEqual({ count: 0 });
      expect(await countOrError(list, { k: 'a'.repeat(longest + 1) })).toEqual([
        'BAD_USER_INPUT',
        { keyword: [`maximum length is ${longest} characters`] },
      ]);
      expect(await countOrError(list, { k: 'a'.repeat(60_000) })).toEqual([
        'BAD_USER_INPUT',
        { keyword: [`maximum length is ${longest} characters`] },
      ]);
    });

    it('limits the values of a filter and of all filters together', async () => {
      const { ads } = api.world.open;
      expect(
        await countOrError('ads(filter: { id: $ids })', { ids: ids(most).map((id) => ads[id % ads.length]) }),
      ).toEqual({ count: ads.length });
      expect(await countOrError('ads(filter: { id: $ids })', { ids: ids(40_000) })).toEqual([
        'BAD_USER_INPUT',
        { id: [`at most ${most} values`] },
      ]);
      expect(
        await countOrError('ads(filter: { id: $ids, agencyId: $ids, aspId: $ids, adCategoryId: $ids })', {
          ids: ids(most - 1),
        }),
      ).toEqual(['BAD_USER_INPUT', { id: [`at most ${most} values`] }]);
      expect(
        await countOrError('conversions(productId: 1, filter: { lastCvAdId: $ids })', { ids: ids(most + 1) }),
      ).toEqual(['BAD_USER_INPUT', { lastCvAdId: [`at most ${most} values`] }]);
      expect(
        await countOrError('adSummaries(productId: 1, filters: { adIds: $ids })', { ids: ids(most + 1) }),
      ).toEqual(['BAD_USER_INPUT', { adIds: [`at most ${most} values`] }]);
      expect(
        await countOrError('adSummaries(productId: 1, cvSettingIds: $ids)', { ids: ids(most + 1) }),
      ).toEqual(['BAD_USER_INPUT', { cvSettingIds: [`at most ${most} values`] }]);
    });

    it('answers the same over REST with 400 and REST names', async () => {
      expect(await api.rest(`/ads?keyword=${'a'.repeat(longest + 1)}`, { token })).toMatchObject({
        status: 400,
        body: { errors: { keyword: [`maximum length is ${longest} characters`] } },
      });
      const address = { token, body: { asp_id: ids(most + 1) } };
      expect(await api.rest('/ads/download/csv', { ...address, method: 'POST' })).toMatchObject({
        status: 413,
      });
    });

    it('accepts a long body only for imports and bulk decisions, and only from signed-in users', async () => {
      const csv = `ad_name\n${'x'.repeat(300_000)}`;
      const mutation = 'mutation ($csv: String!) { importAds(productId: 1, csv: $csv) { refused } }';
      const status = async (body: object, options: object = {}) =>
        (await api.fetch('/graphql', { body, token, ...options })).status;
      const tooLong = { status: 413, body: { _message: ['The request body is too large.'] } };
      expect(await status({ query: mutation, variables: { csv } })).toBe(200);
      expect(await status({ query: mutation, variables: { csv } }, { token: null })).toBe(413);
      expect(await status({ query: '{ me { profile { email } } }', variables: { csv } })).toBe(413);
      expect(
        await status({
          query: `mutation ($csv: String!) { importAds(productId: 1, csv: $csv) { refused } updateMe(userName: "x") { userName } }`,
          variables: { csv },
        }),
      ).toBe(413);
      expect(await status({ query: mutation, variables: { csv: 'x'.repeat(8_500_000) } })).toBe(413);
      expect(
        await api.rest('/ads/import', { token, body: { product_id: api.world.open.product, csv } }),
      ).toMatchObject({ status: 200 });
      expect(await api.rest('/ads/import', { body: { product_id: 1, csv } })).toMatchObject(tooLong);
      for (const path of [
        '/media-costs/import/',
        '/logs/results/import',
        '/logs/results/approve',
        '/logs/results/preview',
      ]) {
        expect(
          await api.rest(path, { token, method: 'POST', body: { product_id: 1, csv } }),
        ).not.toMatchObject(tooLong);
      }
      expect(await api.rest('/ads', { token, body: { ad_description: csv } })).toMatchObject(tooLong);
    });

    it('measures a compressed body by its unpacked length', async () => {
      const query = (length: number) =>
        gzipSync(
          JSON.stringify({ query: '{ me { profile { email } } }', variables: { x: 'x'.repeat(length) } }),
        );
      const send = (body: Buffer) =>
        fetch(`${api.url}/graphql`, {
          method: 'POST',
          body: new Uint8Array(body),
          headers: {
            'content-type': 'application/json',
            'content-encoding': 'gzip',
            authorization: `Bearer ${token}`,
          },
        });
      expect((await send(query(100))).status).toBe(200);
      expect((await send(query(1_000_000))).status).toBe(413);
    });
  });
});
