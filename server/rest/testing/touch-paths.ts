import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../db/database';
import { importEvents } from '../../import/import-events';
import { CvSetting } from '../../settings/cv-setting';
import { Product } from '../../settings/product/product.entity';
import { settle } from '../../sweeps';

/** Journeys that took the same path. Channels are the names of ads, oldest first. */
export interface TouchPath {
  readonly channels: readonly string[];
  readonly conversions: number;
  /** Sum of the conversions' amounts in yen. */
  readonly amount: number;
  readonly nulls: number;
}

const DIR = process.env.INFLOW_PATHS_DIR;

/** Whether INFLOW_PATHS_DIR holds the public touch paths with their figures. They are not in the repository. */
export const hasPublicPaths = DIR !== undefined && existsSync(join(DIR, 'data-driven', 'markov.csv'));

/** Reads a file of the data set as rows without the header; quoted cells may hold commas. */
export const publicRows = (...name: string[]): string[][] =>
  readFileSync(join(DIR ?? '', ...name), 'utf8')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .map((line) => (line.match(/("[^"]*"|[^,]+)/g) ?? []).map((cell) => cell.replaceAll('"', '')));

/** Factor for amounts: with two decimals, yen hold eight decimals of the file. */
export const YEN = 1e6;

export const readPublicPaths = (): TouchPath[] =>
  publicRows('touch_paths.csv').map(([path = '', conversions, value, nulls]) => ({
    channels: path.split(' > '),
    conversions: Number(conversions),
    amount: Math.round(Number(value) * YEN * 100) / 100,
    nulls: Number(nulls),
  }));

const START = Date.parse('2026-01-05T00:00:00+09:00');
const SPREAD_MS = 20 * 86_400_000;
const STEP_MS = 60_000;

/** One visitor per journey with a click per touch; the first conversion of a path has its whole amount. */
function* linesOf(paths: readonly TouchPath[]): Generator<string> {
  for (const [number, { channels, conversions, amount, nulls }] of paths.entries()) {
    const start = START + ((number * 7_919_000) % SPREAD_MS);
    const timeOf = (step: number): string => new Date(start + step * STEP_MS).toISOString();
    for (let n = 0; n < conversions + nulls; n += 1) {
      const visitor_id = `p${number}-${n}`;
      for (const [step, ad_name] of channels.entries())
        yield JSON.stringify({
          type: 'click',
          id: `${visitor_id}-${step}`,
          time: timeOf(step),
          visitor_id,
          ad_name,
        });
      if (n >= conversions) continue;
      const event = { type: 'conversion', id: visitor_id, visitor_id, amount: n === 0 ? amount : 0 };
      yield JSON.stringify({ ...event, time: timeOf(channels.length) });
    }
  }
}

/** Imports paths into a new product of a company, and returns its id. */
export async function importPaths(
  db: Database,
  companyId: number,
  paths: readonly TouchPath[],
  order: (lines: string[]) => string[] = (lines) => lines,
): Promise<number> {
  const productId = await db.write(async ({ manager }) => {
    const product = await manager.save(Object.assign(new Product(), { companyId, productName: 'Paths' }));
    await manager.save(
      Object.assign(new CvSetting(), { productId: product.id, title: 'CV', cvType: 1, cvSlot: 1 }),
    );
    return product.id;
  });
  const dir = mkdtempSync(join(tmpdir(), 'inflow-paths-'));
  try {
    const lines = order([...linesOf(paths)]);
    const file = join(dir, 'paths.ndjson');
    writeFileSync(file, lines.join('\n'));
    const counts = await importEvents(db, { file, productId, createAds: true });
    expect(counts).toEqual({ read: lines.length, accepted: lines.length, duplicates: 0, rejected: 0 });
    await settle(db);
  } finally {
    rmSync(dir, { recursive: true });
  }
  return productId;
}
