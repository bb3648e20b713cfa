import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onBothDatabases, type E2eDatabase } from './support/databases';
import { eventLines, shuffled, writeLines, type EventLine } from './support/event-lines';
import { npmRun, startProduct, type Product } from './support/product';
import { signIn, type Report, type RestClient } from './support/rest';

jest.setTimeout(300_000);

const PASSWORD = 'a long enough password';
const AXES = ['ad', 'device', 'ad,device'];

interface Installation {
  product: Product;
  rest: RestClient;
  productId: number;
  cvSettingId: number;
  dir: string;
}

const install = async (database: E2eDatabase): Promise<Installation> => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
  const product = await startProduct({
    DATABASE_URL: `sqlite:${join(dir, 'x.db')}`,
    ...(await database.fresh()),
    DATA_DIR: dir,
  });
  const created = await npmRun(
    ['user', '--', 'create', '--email', 'a@shop.example', '--role', 'ADMIN', '--password-stdin'],
    product.env,
    PASSWORD,
  );
  const ids = JSON.parse(created.stdout.trim().split('\n').at(-1) ?? '') as {
    product_id: number;
    cv_setting_id: number;
  };
  return {
    product,
    dir,
    rest: await signIn(product.url, 'a@shop.example', PASSWORD),
    productId: ids.product_id,
    cvSettingId: ids.cv_setting_id,
  };
};

const importLines = async (
  { product, dir }: Installation,
  lines: EventLine[],
): Promise<Record<string, number>> => {
  const file = join(dir, 'events.ndjson');
  writeLines(file, lines);
  const ended = await npmRun(['import', '--', file, '--create-ads'], product.env);
  expect(ended.code).toBe(0);
  return JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '') as Record<string, number>;
};

/** Removes the ids. Ads get theirs in the order of the lines, so rows compare by the ad's name. */
const withoutIds = (report: Report): unknown => ({
  total: report.total,
  rows: report.results
    .map(({ ad_id: _adId, ...row }) => row)
    .sort((a, b) => (JSON.stringify([a.ad, a.device]) < JSON.stringify([b.ad, b.device]) ? -1 : 1)),
});

const allReports = async ({ rest, productId }: Installation): Promise<unknown[]> => {
  const range = `product_id=${productId}&date_from=2025-10-01&date_to=2025-12-31`;
  const reports: unknown[] = [];
  for (const axis of AXES) {
    for (const evaluation of [1, 2, 3]) {
      reports.push(
        withoutIds(await rest.get(`/analyses/ad_summaries/?${range}&axis=${axis}&evaluation=${evaluation}`)),
      );
      for (const model of [1, 2, 3, 4, 5, 6]) {
        reports.push(
          withoutIds(
            await rest.get(
              `/analyses/attributions/?${range}&axis=${axis}&evaluation=${evaluation}&attribution_model=${model}`,
            ),
          ),
        );
      }
    }
  }
  return reports;
};

/** Rounds to nine digits, because fractions are summed in another order. Tiny values become zero. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === 'number' ? (Math.abs(each) < 1e-9 ? 0 : Number(each.toPrecision(9))) : each,
  );

onBothDatabases((database) => {
  const open: Installation[] = [];
  afterAll(async () => {
    for (const { product, dir } of open) {
      await product.stop();
      rmSync(dir, { recursive: true, force: true });
    }
  });

  it('counts events once if a file is imported twice or in another order', async () => {
    const first = await install(database);
    open.push(first);
    const lines = eventLines(first.productId, first.cvSettingId, 800);
    const read = lines.length;
    expect(await importLines(first, lines)).toEqual({ read, accepted: read, duplicates: 0, rejected: 0 });
    const before = await allReports(first);
    const total = (before[0] as { total: Record<string, number> }).total;
    expect(total.ad_click_count).toBeGreaterThan(700);
    expect(total.cv_total_final).toBeGreaterThan(50);

    expect(await importLines(first, shuffled(lines, 1))).toEqual({
      read,
      accepted: 0,
      duplicates: read,
      rejected: 0,
    });
    expect(await allReports(first)).toEqual(before);

    const second = await install(database);
    open.push(second);
    await importLines(second, shuffled(lines, 2));
    expect(rounded(await allReports(second))).toEqual(rounded(before));

    const verified = await npmRun(['verify'], second.product.env);
    expect(verified.code).toBe(0);
  });
});
