import { onEachDatabase } from '../db/testing/databases';
import { startApi, type ApiServer } from './testing/api-server';
import { callers } from './testing/endpoints';

jest.setTimeout(120_000);

const [ADMIN, MANAGER, ANALYST, AGENCY, STRANGER] = callers.map(({ email }) => email) as [
  string,
  string,
  string,
  string,
  string,
];

onEachDatabase((dialect) => {
  describe('postback sources', () => {
    let api: ApiServer;
    beforeAll(async () => {
      api = await startApi(dialect);
    });
    afterAll(() => api.stop());

    const path = (product = api.world.open.product, id: number | string = '') =>
      `/products/${product}/postback-sources/${id}`;
    const rest = async (method: string, url: string, email: string | null, body?: unknown) =>
      api.rest(url, { method, body, token: email === null ? null : await api.tokenOf(email) });
    const make = async (body: object = {}) => {
      const answer = await rest('POST', path(), MANAGER, { name: 'カート', ...body });
      expect([answer.status, answer.body]).toEqual([201, expect.anything()]);
      return answer.body;
    };

    it('show their URL once, are stored hashed, and read the usual names', async () => {
      const made = await make({ name: ' カート ', names: { order: 'oid', user_id: 'member' } });
      expect(made.secret).toMatch(/^icp_[\w-]{32}$/);
      expect(made.url).toBe(`https://t.example/s2s/postback/${made.secret}`);
      const { body } = await rest('GET', path(), MANAGER);
      const [listed] = body.results;
      expect(listed).toMatchObject({
        source_id: made.source_id,
        name: 'カート',
        prefix: made.secret.slice(0, 10),
        names: { order: 'oid', amount: 'amount', user_id: 'member', click_id: 'click_id' },
        status_words: { approved: 'approved,承認', cancelled: 'cancelled,canceled,キャンセル' },
        last_used_at: null,
      });
      const rows = await api.database.db.read<object>('SELECT * FROM postback_source');
      for (const shown of [body, rows]) expect(JSON.stringify(shown)).not.toContain(made.secret);
      const trail = await rest('GET', '/audit-logs/?entity=postbackSource', ADMIN);
      expect(trail.body.results[0]).toMatchObject({ label: 'カート', action: 'create' });
      expect(JSON.stringify(trail.body)).not.toContain(made.secret);
    });

    it('have a URL on the product’s own tracking host', async () => {
      const setHost = (host: string | null) =>
        api.database.db.write((tx) =>
          tx.execute('UPDATE product SET tracker_host = ? WHERE id = ?', [host, api.world.open.product]),
        );
      await setHost('track.shop.example');
      const { url, secret } = await make();
      expect(url).toBe(`https://track.shop.example/s2s/postback/${secret}`);
      await setHost(null);
    });

    it.each([
      [{ approved: '1,確定', rejected: ['9'] }, '1,確定', '9'],
      [{ '1': 'approved', 確定: 'approved', '9': 'rejected' }, '1,確定', '9'],
    ])('take status words as %j', async (status_words, approved, rejected) => {
      expect((await make({ status_words })).status_words).toMatchObject({ approved, rejected });
    });

    it.each([
      ['a missing name', { name: '' }, 'name'],
      ['a long name', { name: 'x'.repeat(256) }, 'name'],
      ['a long parameter name', { names: { order: 'x'.repeat(256) } }, 'order'],
      ['one word for two statuses', { status_words: { approved: '1', rejected: '１' } }, 'rejected'],
      ['an unknown CV setting', { cv_setting_id: 999_999 }, 'cv_setting_id'],
      ['a malformed CV setting', { cv_setting_id: 'x' }, 'cv_setting_id'],
      ['malformed names', { names: 'order' }, 'names'],
      ['malformed words', { status_words: 'approved' }, 'status_words'],
      ['a malformed word', { status_words: { approved: { a: 1 } } }, 'approved'],
    ])('refuse %s', async (_case, body, field) => {
      const answer = await rest('POST', path(), MANAGER, { name: 'x', ...body });
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([field]);
    });

    it('refuse the CV setting of another company', async () => {
      const [foreign] = await api.database.db.read<{ id: number }>(
        'SELECT id FROM cv_setting WHERE product_id = ?',
        [api.world.foreign.product],
      );
      const answer = await rest('POST', path(), MANAGER, { name: 'x', cv_setting_id: foreign?.id });
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, ['cv_setting_id']]);
    });

    it('are closed to others', async () => {
      const { source_id: id } = await make();
      for (const [method, url, email, status] of [
        ['GET', path(), null, 401],
        ['POST', path(), null, 401],
        ['DELETE', path(undefined, id), null, 401],
        ['GET', path(), ANALYST, 403],
        ['GET', path(), AGENCY, 403],
        ['POST', path(), ANALYST, 403],
        ['DELETE', path(undefined, id), AGENCY, 403],
        ['GET', path(api.world.foreign.product), MANAGER, 404],
        ['POST', path(api.world.foreign.product), MANAGER, 404],
        ['GET', path(), STRANGER, 404],
        ['DELETE', path(undefined, id), STRANGER, 404],
        ['DELETE', path(api.world.closed.product, id), ADMIN, 404],
        ['DELETE', path(undefined, 999_999), MANAGER, 404],
        ['DELETE', path(undefined, 'x'), MANAGER, 404],
      ] as const) {
        const body = method === 'POST' ? { name: 'x' } : undefined;
        expect([method, url, email, (await rest(method, url, email, body)).status]).toEqual([
          method,
          url,
          email,
          status,
        ]);
      }
    });

    it('are revoked once', async () => {
      const { source_id: id } = await make();
      expect((await rest('DELETE', path(undefined, id), MANAGER)).status).toBe(204);
      expect((await rest('DELETE', path(undefined, id), MANAGER)).status).toBe(404);
    });
  });
});
