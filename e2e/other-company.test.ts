import { startProduct, type Product } from './support/product';
import { signIn, type RestClient, type Row } from './support/rest';

jest.setTimeout(180_000);

describe("another company's user, with ids of the first company", () => {
  let product: Product;
  let owner: RestClient;
  let stranger: RestClient;
  const ids: Record<string, unknown> = {};

  beforeAll(async () => {
    product = await startProduct();
    owner = await signIn(product.url, 'admin@example.com');
    stranger = await signIn(product.url, 'admin@other.example');
    const first = async (path: string): Promise<Row> =>
      (await owner.get<{ results: Row[] }>(path)).results[0]!;
    ids.product = (await first('/products/?page_size=1')).id;
    ids.own = (await stranger.get<{ results: Row[] }>('/products/')).results[0]!.id;
    for (const list of ['ads', 'asps', 'redirects', 'cv_settings'])
      ids[list] = (await first(`/${list}/?product_id=${ids.product as number}&page_size=1`)).id;
    ids.interactions = (
      await first(`/logs/interactions/?product_id=${ids.product as number}&page_size=1`)
    ).id;
    ids.conversions = (await first(`/logs/conversions/?product_id=${ids.product as number}&page_size=1`)).id;
  });
  afterAll(() => product?.discard());

  it.each(['ads', 'asps', 'redirects', 'cv_settings'])('finds no %s', async (list) => {
    expect((await stranger.ask(`/${list}/?product_id=${ids.product as number}`)).status).toBe(403);
    expect((await stranger.ask(`/${list}/${ids[list] as number}/`)).status).toBe(404);
    const { results } = await stranger.get<{ results: Row[] }>(`/${list}/?page_size=9999`);
    expect(results.map((row) => row.product_id)).not.toContain(ids.product);
  });

  it.each(['interactions', 'conversions'])('finds no %s', async (log) => {
    expect((await stranger.ask(`/logs/${log}/?product_id=${ids.product as number}`)).status).toBe(403);
    expect((await stranger.ask(`/logs/${log}/${encodeURIComponent(String(ids[log]))}/`)).status).toBe(404);
  });

  it.each(['ad_summaries', 'attributions'])(
    'gets no %s, neither as rows nor as a download',
    async (report) => {
      for (const path of [`/analyses/${report}/`, `/analyses/${report}/download/csv/`]) {
        const refused = await stranger.ask(`${path}?product_id=${ids.product as number}`);
        expect(refused.status).toBe(403);
        expect(await refused.json()).toMatchObject({ _message: ['no permission to view the data'] });
        const byAd = await stranger.ask(
          `${path}?product_id=${ids.own as number}&ad_ids=${ids.ads as number}`,
        );
        expect(byAd.status).toBe(403);
        expect(await byAd.json()).toMatchObject({
          _message: ['no permission to view the data for the specified conditions'],
        });
      }
    },
  );

  it('gets no API key and creates none', async () => {
    expect((await stranger.ask(`/products/${ids.product as number}/`)).status).toBe(404);
    expect((await stranger.ask(`/products/${ids.product as number}/api-keys/`)).status).toBe(404);
    const response = await stranger.ask(`/products/${ids.product as number}/api-keys/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"name":"x"}',
    });
    expect(response.status).toBe(404);
  });

  it('opens nothing without a token', async () => {
    for (const path of ['/products/', '/analyses/ad_summaries/', '/logs/conversions/', '/users/me/']) {
      expect((await fetch(`${product.url}/api/v1${path}`)).status).toBe(401);
    }
  });
});
