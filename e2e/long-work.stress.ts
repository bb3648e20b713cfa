import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { click, requestWhile, view, type ResponseTimes } from './support/endpoints';
import { startFilled, type FilledProduct } from './support/filled-product';
import { signIn, type RestClient } from './support/rest';

jest.setTimeout(300_000);

const CODE = 'open-r-0';
const ALIASES = 15;
const DAY_MS = 86_400_000;

/** Work that blocks the process is one piece, as long as the whole. */
const LARGEST_PIECE = 0.25;
/** Delay that a loaded machine may add to any request. */
const NOISE_MS = 1500;

const formatTimes = ({ count, median, slowest }: ResponseTimes): string =>
  `${count} asked, median ${median.toFixed(1)} ms, slowest ${slowest.toFixed()} ms`;

/** Rows of the log of ad contacts. */
const LOG_ROWS = 260_000;
/** Rows of the upload. */
const UPLOAD_ROWS = 10_000;

// The longest work that a signed-in user can cause on SQLite hardly delays visitors.
describe('click and page view endpoints respond without delay', () => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-long-'));
  let filled: FilledProduct;
  let manager: RestClient;
  beforeAll(async () => {
    filled = await startFilled(`sqlite:${join(dir, 'long.db')}`, (db, { open }) =>
      db.write(async (tx) => {
        await tx.execute(
          `INSERT INTO interaction (product_id, time, day, visitor_id, door, device, id, claimed_visitor_id, ad_id, cost_sen, tracking_term, counted, first_touch, reference_id, stored_at)
            WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
            SELECT ?, ? - n, 20261101, 'v' || n, 'import', 1, 'c' || n, 'v' || n, ?, 0, 30, 1, 1, 'c' || n, 0 FROM numbers`,
          [LOG_ROWS, open.product, Date.now() - DAY_MS, open.ads[0]],
        );
      }),
    );
    manager = await signIn(filled.product.url, 'manager@alpha.example');
  });
  afterAll(async () => {
    await filled?.product.discard();
    rmSync(dir, { recursive: true, force: true });
  });

  /** Measures both endpoints for visitors while the work runs. */
  const measureEndpoints = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const {
      product: { url },
      world: { open },
    } = filled;
    await Promise.all([click(url, CODE), view(url, open.product)]);
    const start = performance.now();
    const working = work();
    const [redirects, views] = await Promise.all([
      requestWhile(working, () => click(url, CODE)),
      requestWhile(working, () => view(url, open.product)),
      working,
    ]);
    const took = performance.now() - start;
    console.info(
      `${name}, ${took.toFixed()} ms: redirects ${formatTimes(redirects)}; views ${formatTimes(views)}`,
    );
    for (const { slowest } of [redirects, views])
      expect(slowest).toBeLessThan(NOISE_MS + LARGEST_PIECE * took);
  };

  it(`while fifteen searches read ${LOG_ROWS} rows of a log`, async () => {
    const { open } = filled.world;
    const searches = Array.from(
      { length: ALIASES },
      (_, i) =>
        `s${i}: interactions(productId: ${open.product}, keyword: "nowhere ${i}", pageSize: 1) { count }`,
    );
    // A read beyond the time limit gets an error, which is also a response.
    await measureEndpoints('searches', () =>
      manager
        .graphql(`{ ${searches.join(' ')} }`)
        .catch((error: Error) => expect(error.message).toContain('This took too long and was stopped')),
    );
  });

  it.each([
    ['dry', true],
    ['real', false],
  ] as const)(`while ${UPLOAD_ROWS} ads are imported from a table: %s`, async (name, dryRun) => {
    const csv = ['ad_name,click_cost', ...Array.from({ length: UPLOAD_ROWS }, (_, i) => `row ${i},1`)].join(
      '\n',
    );
    const query =
      'mutation ($p: Int!, $csv: String!, $dryRun: Boolean) { importAds(productId: $p, csv: $csv, dryRun: $dryRun) { created refused } }';
    await measureEndpoints(name, async () => {
      const { importAds } = await manager.graphql<{ importAds: object }>(query, {
        p: filled.world.open.product,
        csv,
        dryRun,
      });
      expect(importAds).toEqual({ created: UPLOAD_ROWS, refused: 0 });
    });
  });
});
