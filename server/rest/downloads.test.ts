import { startApi, type ApiServer } from '../composition/testing/api-server';
import { onEachDatabase } from '../db/testing/databases';

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('download over REST', () => {
    let api: ApiServer;
    let token: string;
    beforeAll(async () => {
      api = await startApi(dialect);
      token = await api.tokenOf('admin@alpha.example');
    });
    afterAll(() => api.stop());

    const get = (path: string) => api.rest(path, { token });
    const product = () => `product_id=${api.world.open.product}`;

    it('returns a report as CSV with BOM, selected columns, and labels on request', async () => {
      const path = `/analyses/ad_summaries/download/csv/?${product()}&date_from=2026/01/01&date_to=2026/01/31&columns=ad,ad_click_count,cvr`;
      const plain = await get(path);
      expect(plain.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(plain.headers.get('content-disposition')).toMatch(
        /attachment; filename="ad_summaries-\d{8}\.csv"/,
      );
      expect(plain.body).toBe('ad,ad_click_count,cvr\r\nopen ad 0,1,1\r\nopen ad 1,1,1\r\n');
      expect((await get(`${path}&locale=ja`)).body.split('\r\n')[0]).toMatch(/^[^a-z]+,[^a-z]+,CVR/);
    });

    it('returns all rows of the filter, not one page', async () => {
      const { body } = await get(
        '/ads/download/csv/?page_size=1&page=2&columns=ad_name,ad_fee_setting&sortName=ad_name',
      );
      expect(body.split('\r\n')).toHaveLength(6);
    });

    it('starts with a BOM and escapes formulas', async () => {
      await api.database.db.write((tx) =>
        tx.execute("UPDATE ad SET ad_description = '=1+1' WHERE id = ?", [api.world.open.ads[0]]),
      );
      const response = await fetch(
        `${api.url}/api/v1/ads/download/csv/?columns=ad_description&${product()}`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
      expect(bytes.toString('utf8')).toContain("\r\n'=1+1\r\n");
    });

    it('returns xlsx', async () => {
      const response = await fetch(`${api.url}/api/v1/logs/conversions/download/xlsx/?${product()}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(200);
      expect(
        Buffer.from(await response.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK');
    });

    it('issues a URL that opens once, within a minute', async () => {
      const order = () => api.rest(`/ads/download/csv/?${product()}`, { method: 'POST', token });
      const { status, body } = await order();
      expect(status).toBe(201);
      expect((await fetch(`${api.url}${body.url}`, { method: 'HEAD' })).status).toBe(405);
      const first = await api.fetch(body.url);
      expect([first.status, first.body.split('\r\n').length]).toEqual([200, 4]);
      expect((await api.fetch(body.url)).status).toBe(404);
      const late = (await order()).body.url;
      api.clock.now += 61_000;
      expect((await api.fetch(late)).status).toBe(404);
      expect((await api.fetch(`${late.slice(0, -2)}xx`)).status).toBe(404);
      expect((await api.rest('/ads/download/csv/', { method: 'POST' })).status).toBe(401);
    });

    it('issues a URL for all rows of a report, whatever the page on screen', async () => {
      const body = { product_id: api.world.open.product, page: 2, page_size: 99_999 };
      expect(
        (await api.rest('/analyses/ad_summaries/download/csv/', { method: 'POST', token, body })).status,
      ).toBe(201);
    });

    it.each([
      ['a role without the list', 'agency@alpha.example', '/asps', {}, 403],
      ['another company’s product', 'admin@beta.example', '/ads', {}, 403],
      ['another company’s report', 'admin@beta.example', '/analyses/ad_summaries', {}, 403],
      ['an unknown ad', 'admin@alpha.example', '/analyses/ad_summaries', { ad_ids: '999999' }, 403],
      [
        'a period that ends before it starts',
        'admin@alpha.example',
        '/analyses/cv_info',
        { date_from: '2026-01-02', date_to: '2026-01-01' },
        400,
      ],
      ['an unknown column', 'admin@alpha.example', '/ads', { columns: 'nonsense' }, 400],
      [
        'a layout that the report doesn’t have',
        'admin@alpha.example',
        '/analyses/cv_info',
        { layout: 'template' },
        400,
      ],
    ])('issues no URL for %s', async (_, email, path, more, status) => {
      const answer = await api.rest(`${path}/download/csv/`, {
        method: 'POST',
        token: await api.tokenOf(email),
        body: { product_id: api.world.open.product, ...more },
      });
      expect([answer.status, answer.body.url]).toEqual([status, undefined]);
    });
  });
});
