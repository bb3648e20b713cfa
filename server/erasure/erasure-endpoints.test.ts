import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(120_000);

onEachDatabase((dialect) => {
  describe('the erasure endpoints', () => {
    let api: ApiServer;
    let admin: string;
    let product: number;
    beforeAll(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      product = api.world.open.product;
    });
    afterAll(() => api.stop());

    const preview = (body: object, as = admin, id = product) =>
      api.rest(`/products/${id}/erasures/preview/`, { method: 'POST', body, token: as });
    const erase = (body: object, as = admin, id = product) =>
      api.rest(`/products/${id}/erasures/`, { method: 'POST', body, token: as });
    const rows = <T>(sql: string, ...params: (string | number)[]) => api.database.db.read<T>(sql, params);
    const report = async () =>
      (
        await api.rest(
          `/analyses/ad_summaries/?product_id=${product}&date_from=2026-01-01&date_to=2026-12-31`,
          { token: admin },
        )
      ).body;

    it.each([
      [{}, 'user_id'],
      [{ user_id: '' }, 'user_id'],
      [{ user_id: 'customer0', visitor_id: 'open-v0' }, 'visitor_id'],
      [{ visitor_id: 'x'.repeat(256) }, 'visitor_id'],
      [{ user_id: { a: 1 } }, 'user_id'],
      [{ conversion_id: ['open-o0'] }, 'conversion_id'],
    ])('reject %j and name the field', async (body, field) => {
      for (const answer of [await preview(body), await erase(body)]) {
        expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([400, [field]]);
      }
    });

    it.each([
      { user_id: 'nobody' },
      { visitor_id: "' OR 1=1 --" },
      { visitor_id: 'closed-v0' },
      { conversion_id: 'foreign-o0' },
      { user_id: 'CUSTOMER0' },
      { user_id: '%' },
      { visitor_id: `erased~${'0'.repeat(24)}` },
      { user_id: '\u0000' },
      { user_id: '\ud800' },
    ])('answer 404 to %j, which has no data in the product', async (body) => {
      expect([(await preview(body)).status, (await erase(body)).status]).toEqual([404, 404]);
    });

    it('reject other roles and other companies’ products', async () => {
      for (const who of ['manager', 'analyst', 'agency']) {
        const token = await api.tokenOf(`${who}@alpha.example`);
        expect([
          who,
          (await preview({ user_id: 'customer0' }, token)).status,
          (await erase({ user_id: 'customer0' }, token)).status,
        ]).toEqual([who, 403, 403]);
        expect((await api.rest(`/products/${product}/erasures/`, { token })).status).toBe(403);
      }
      const stranger = await api.tokenOf('admin@beta.example');
      for (const id of [product, api.world.closed.product, 987_654]) {
        expect([
          (await preview({ user_id: 'customer0' }, stranger, id)).status,
          (await erase({ user_id: 'customer0' }, stranger, id)).status,
        ]).toEqual([404, 404]);
        expect((await api.rest(`/products/${id}/erasures/1/`, { token: stranger })).status).toBe(404);
      }
    });

    it('preview, erase once and keep a receipt without personal data', async () => {
      const before = await report();
      const previewed = await preview({ user_id: 'customer0' });
      expect(previewed.body).toMatchObject({
        counts: {
          visitors: 1,
          customers: 1,
          interactions: 1,
          accesses: 1,
          conversions: 1,
          results: 1,
          notifications: 1,
          withdrawn: 1,
          refused_events: 0,
        },
        earlier: null,
      });
      const [first, second] = await Promise.all([
        erase({ user_id: 'customer0' }),
        erase({ user_id: 'customer0' }),
      ]);
      expect([first.status, second.status]).toEqual([201, 201]);
      const [receipt] = (await api.rest(`/products/${product}/erasures/`, { token: admin })).body.results;
      expect(receipt).toMatchObject({
        number: first.body.number,
        status: 'done',
        subject_kind: 'user',
        counts: { conversions: 1, interactions: 1, withdrawn: 1 },
      });
      expect(second.body.number).toBe(receipt.number);
      expect(receipt.text).toContain(receipt.number);
      expect(JSON.stringify(receipt)).not.toMatch(/customer0|open-v0|203\.0\.113/);
      expect(
        (
          await api.rest(`/products/${product}/erasures/${receipt.id}/`, {
            token: admin,
            headers: { 'accept-language': 'ja' },
          })
        ).body.text,
      ).toContain('受付番号');
      expect(await report()).toEqual(before);
      // The order keeps its amount, and its postback the host.
      const order = (await api.rest('/logs/conversions/open-o0/', { token: admin })).body;
      expect(order).toMatchObject({ amount: 5000.5, args: null, ip_address: null });
      expect(order.user_id).toMatch(/^erased~/);
      const [queued] = await rows<{ url: string; due_at: number | null; result_status: number }>(
        'SELECT url, due_at, result_status FROM postback WHERE id = ?',
        api.world.open.queued[0] ?? '',
      );
      expect(queued).toEqual({ url: 'https://asp.example/', due_at: null, result_status: 0 });
      expect(await rows("SELECT label FROM audit_log WHERE entity = 'erasure'")).toEqual([
        { label: receipt.number },
      ]);
    });

    it('return the receipt for a repeated request and erase new events', async () => {
      const again = await erase({ user_id: 'customer0' });
      expect(again.status).toBe(201);
      expect((await preview({ user_id: 'customer0' })).body.earlier.number).toBe(again.body.number);
      expect(await rows('SELECT COUNT(*) AS n FROM erasure')).toEqual([{ n: 1 }]);
    });

    it('do not send a postback of an erased result', async () => {
      const id = api.world.open.results[0] ?? '';
      const response = await api.rest('/logs/results/preview/', {
        method: 'POST',
        token: admin,
        body: { ids: [id], approval_status: 1 },
      });
      expect(response.body.notices).toMatchObject([{ untold: 'erased' }]);
      await api.rest(`/logs/results/${id}/`, { method: 'PATCH', token: admin, body: { approval_status: 1 } });
      const history = (await api.rest(`/logs/results/${id}/`, { token: admin })).body.history;
      expect(history.at(-1)).toMatchObject({ to: 1, untold: 'erased', notification_id: null });
      const resent = await api.rest(`/auth/log/resultQueue/${api.world.open.queued[0]}/resend/`, {
        method: 'POST',
        token: admin,
        body: {},
      });
      expect(resent.body.result_status).toBe(false);
    });
  });
});
