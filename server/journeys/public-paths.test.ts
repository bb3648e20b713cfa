import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importEvents } from '../import/import-events';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle } from '../sweeps';
import { CvSetting } from '../settings/cv-setting';
import { Product } from '../settings/product/product.entity';

const DIR = process.env.INFLOW_PATHS_DIR;
const available = DIR !== undefined && existsSync(join(DIR, 'touch_paths.csv'));
if (!available)
  console.warn('SKIPPED: the public touch paths; INFLOW_PATHS_DIR names no folder with touch_paths.csv');

const rowsOf = (name: string) =>
  readFileSync(join(DIR ?? '', name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','));

/** Scales the values of the data set, some of them thirds, so two decimals are precise enough. */
const YEN = 1e6;

/** Each conversion of a path is one visitor that took it; the path's value goes to the first. */
function* linesOf(productId: number): Generator<string> {
  const start = Date.UTC(2026, 0, 1);
  let visitor = 0;
  for (const [path = '', conversions, value] of rowsOf('touch_paths.csv')) {
    const channels = path.split(' > ');
    for (let n = 0; n < Number(conversions); n += 1) {
      visitor += 1;
      const base = { product_id: productId, visitor_id: `v${visitor}` };
      const time = (step: number) => new Date(start + step * 3_600_000).toISOString();
      for (const [step, ad_name] of channels.entries()) {
        yield JSON.stringify({ ...base, type: 'click', id: `${visitor}-${step}`, time: time(step), ad_name });
      }
      const amount = n === 0 ? Math.round(Number(value) * YEN * 100) / 100 : 0;
      yield JSON.stringify({
        ...base,
        type: 'conversion',
        id: `${visitor}`,
        time: time(channels.length),
        amount,
      });
    }
  }
}

onEachDatabase((dialect) => {
  (available ? describe : describe.skip)('the public touch paths', () => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-paths-'));
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(async () => {
      await test.drop();
      rmSync(dir, { recursive: true });
    });

    it('give each channel the credit that a public library computes, under all five models', async () => {
      const productId = await test.db.write(async ({ manager }) => {
        const product = await manager.save(
          Object.assign(new Product(), { companyId: 1, productName: 'Paths' }),
        );
        await manager.save(
          Object.assign(new CvSetting(), { productId: product.id, title: 'CV', cvType: 1, cvSlot: 1 }),
        );
        return product.id;
      });
      const file = join(dir, 'paths.ndjson');
      writeFileSync(file, [...linesOf(productId)].join('\n'));
      expect(await importEvents(test.db, { file, createAds: true })).toMatchObject({
        duplicates: 0,
        rejected: 0,
      });
      await settle(test.db);

      const models = [1, 2, 3, 4, 5];
      const sums = models.map(
        (m) => `SUM(t.share_${m}) AS cv_${m}, SUM(t.share_${m} * t.amount_sen) AS amount_${m}`,
      );
      const rows = await test.db.read<Record<string, number> & { ad_name: string }>(
        `SELECT a.ad_name, ${sums.join(', ')} FROM conversion_touch t JOIN ad a ON a.id = t.ad_id
          WHERE t.product_id = ? AND t.class = 1 GROUP BY a.ad_name`,
        [productId],
      );
      const credits = new Map(rows.map((row) => [row.ad_name, row]));
      const expected = rowsOf('touch_paths_expected.csv');
      expect(expected.length).toBeGreaterThan(100);
      for (const [measure, model, channel = '', value] of expected) {
        const row = credits.get(channel);
        const credit =
          measure === 'conversions' ? row?.[`cv_${model}`] : Number(row?.[`amount_${model}`]) / 100 / YEN;
        const expectedCredit = Number(value);
        // The expected file is rounded to nine decimals.
        expect(Math.abs(Number(credit) - expectedCredit)).toBeLessThan(
          1e-9 * Math.max(1, Math.abs(expectedCredit)) + 5e-10,
        );
      }
    }, 300_000);
  });
});
