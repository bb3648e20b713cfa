import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onBothDatabases } from './support/databases';
import { npmRun, startProduct, type Product } from './support/product';
import { expectedCredit, publicPathsDir, VALUE_SCALE, writeEventLines } from './support/public-paths';
import { signIn, type Report, type RestClient } from './support/rest';

jest.setTimeout(600_000);

const PASSWORD = 'a long enough password';

if (!publicPathsDir)
  console.warn(
    'SKIPPED: INFLOW_PATHS_DIR names no folder with touch_paths.csv; public paths were not compared',
  );

(publicPathsDir ? describe : describe.skip)(
  'the public set of touch paths, imported into an empty installation',
  () => {
    const dataSet = publicPathsDir ?? '';
    onBothDatabases((database) => {
      let product: Product;
      let rest: RestClient;
      let productId: number;
      let dir: string;

      beforeAll(async () => {
        dir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
        const env = { DATABASE_URL: `sqlite:${join(dir, 'paths.db')}`, ...(await database.fresh()) };
        product = await startProduct({ ...env, DATA_DIR: dir });
        const created = await npmRun(
          ['user', '--', 'create', '--email', 'first@shop.example', '--role', 'ADMIN', '--password-stdin'],
          product.env,
          PASSWORD,
        );
        const ids = JSON.parse(created.stdout.trim().split('\n').at(-1) ?? '') as { product_id: number };
        productId = ids.product_id;
        rest = await signIn(product.url, 'first@shop.example', PASSWORD);
        const file = join(dir, 'paths.ndjson');
        const lines = await writeEventLines(dataSet, file, productId);
        const start = Date.now();
        const imported = await npmRun(
          ['import', '--', file, '--product', String(productId), '--create-ads'],
          product.env,
        );
        expect(JSON.parse(imported.stdout.trim().split('\n').at(-1) ?? '')).toEqual({
          read: lines,
          accepted: lines,
          duplicates: 0,
          rejected: 0,
        });
        expect(imported.code).toBe(0);
        // 100,000 lines in less than a minute.
        expect((Date.now() - start) / lines).toBeLessThan(60_000 / 100_000);
      });

      afterAll(async () => {
        await product?.stop();
        rmSync(dir, { recursive: true, force: true });
      });

      const credit = async (model: number): Promise<Report> =>
        rest.get(
          `/analyses/attributions/?product_id=${productId}&date_from=2026-01-01&date_to=2026-02-28&axis=ad&attribution_model=${model}`,
        );

      it.each([1, 2, 3, 4, 5])('gives each channel the expected credit under model %d', async (model) => {
        const { results } = await credit(model);
        const byChannel = new Map(results.map((row) => [row.ad, row]));
        const expected = expectedCredit(dataSet).filter((line) => line.model === model);
        expect(expected.length).toBeGreaterThan(0);
        for (const { measure, channel, value } of expected) {
          const row = byChannel.get(channel);
          const ours =
            measure === 'conversions' ? Number(row?.attr_cv) : Number(row?.attr_amount) / VALUE_SCALE;
          expect({
            channel,
            measure,
            close:
              Math.abs(ours - value) <= 1e-9 * Math.max(1, Math.abs(value)) || `${ours} instead of ${value}`,
          }).toEqual({ channel, measure, close: true });
        }
      });

      it('sums the parts to the whole under every model', async () => {
        for (const model of [1, 2, 3, 4, 5, 6]) {
          const { total } = await credit(model);
          expect(Number(total.attr_cv) / Number(total.cv_total_final)).toBeCloseTo(1, 9);
          expect(Number(total.attr_amount) / Number(total.amount_sum)).toBeCloseTo(1, 9);
        }
      });
    });
  },
);
