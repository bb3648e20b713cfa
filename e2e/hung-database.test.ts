import { mariaDbInstalled, startMariaDb, type PrivateMariaDb } from '../server/db/testing/mariadb';
import { click, requestWhile, view } from './support/endpoints';
import { startFilled, type FilledProduct } from './support/filled-product';
import { eventually, signIn, type RestClient } from './support/rest';

jest.setTimeout(180_000);

const CODE = 'open-r-0';
const CLICK_OF_BEFORE = 1;

(mariaDbInstalled() ? describe : describe.skip)('the product on a MariaDB that hangs', () => {
  let server: PrivateMariaDb;
  let filled: FilledProduct;
  let admin: RestClient;
  beforeAll(async () => {
    server = await startMariaDb();
    filled = await startFilled(await server.createDatabase('hung'));
    admin = await signIn(filled.product.url, 'admin@alpha.example');
  });
  afterAll(async () => {
    server.resume();
    await filled?.product.discard();
    await server.stop();
  });

  it('rejects database requests within 10 seconds, keeps the tracking endpoints open, and recovers', async () => {
    const {
      product: { url },
      world: { open },
    } = filled;
    const statusOf = async (path: string): Promise<number> => (await fetch(`${url}${path}`)).status;
    const clicks = async (): Promise<number> =>
      (await admin.get<{ count: number }>(`/logs/interactions/?product_id=${open.product}`)).count;
    const before = await clicks();
    await Promise.all([click(url, CODE), view(url, open.product)]);
    await server.pause();
    const start = performance.now();
    const requests = Promise.all([
      ...Array.from({ length: 20 }, (_, i) =>
        admin.ask(['/users/me/', '/products/', `/logs/interactions/?product_id=${open.product}`][i % 3]!),
      ),
      admin.ask(`/asps/`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ product_id: open.product, asp_name: 'late' }),
      }),
    ]).then((answers) => ({
      statuses: [...new Set(answers.map(({ status }) => status))],
      took: performance.now() - start,
    }));
    const [redirects, views, { statuses, took }] = await Promise.all([
      requestWhile(requests, () => click(url, CODE)),
      requestWhile(requests, () => view(url, open.product)),
      requests,
    ]);
    console.info(
      `API ${took.toFixed()} ms; redirects ${JSON.stringify(redirects)}; views ${JSON.stringify(views)}`,
    );
    expect(statuses).toEqual([503]);
    expect(took).toBeLessThan(10_000);
    expect(redirects.slowest).toBeLessThan(2000);
    expect(views.slowest).toBeLessThan(5000);
    expect(await statusOf('/ready')).toBe(503);
    server.resume();
    expect(
      await eventually(
        () => statusOf('/ready'),
        (status) => status === 200,
        30_000,
      ),
    ).toBe(200);
    const all = before + CLICK_OF_BEFORE + redirects.count;
    expect(await eventually(clicks, (count) => count >= all, 30_000)).toBe(all);
  });
});
