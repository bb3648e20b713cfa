import 'reflect-metadata';
import { daysWithData, verifyDays, type RollupDifference } from '../rollups';
import type { Database } from '../db/database';
import type { Day } from '../../shared/domain/calendar';
import { pluralize } from '../platform/plural';
import { conversionsNotAsked } from '../results';
import { settle } from '../sweeps';
import { verifyJourneys } from '../journeys/verify-journeys';
import { CommandError, runCommand } from './command';
import { parseRangeOptions, type ProductRange, firstOpenDay } from './range';

const USAGE = 'npm run verify -- [--product ID] [--from yyyy-MM-dd] [--to yyyy-MM-dd]';
/** Differences of one kind that are listed; further ones are only counted. */
const MAX_LISTED = 50;

/** Lists each difference once: a conversion of several linked visitors is found with each of them. */
class Differences {
  private readonly texts = new Set<string>();

  list(text: string): void {
    if (this.texts.has(text)) return;
    this.texts.add(text);
    if (this.texts.size <= MAX_LISTED) console.log(text);
  }

  /** Ends the list and returns its length. */
  finish(one: string, others: string): number {
    if (this.texts.size > MAX_LISTED)
      console.log(`... and ${pluralize(this.texts.size - MAX_LISTED, `more ${one}`, `more ${others}`)}`);
    return this.texts.size;
  }
}

const productsOf = async (db: Database, productId: number | undefined): Promise<number[]> => {
  const rows = await db.read<{ id: number }>('SELECT id FROM product ORDER BY id');
  const ids = rows.map((row) => row.id);
  if (productId === undefined) return ids;
  if (!ids.includes(productId)) throw new CommandError(`--product: there is no product ${productId}`);
  return [productId];
};

/**
 * Returns the differences in the rollups. Compares again if there are any, because events may be arriving.
 */
const rollupDifferences = async (
  db: Database,
  productId: number,
  range: ProductRange,
  sealed: Day,
): Promise<RollupDifference[]> => {
  const differences = await verifyDays(db, productId, await daysWithData(db, productId, range), sealed);
  if (differences.length === 0) return differences;
  await settle(db);
  return verifyDays(db, productId, await daysWithData(db, productId, range), sealed);
};

const rollupText = ({ table, key, column, expected, actual }: RollupDifference): string => {
  const row = Object.entries(key).map(([name, value]) => `${name} ${value}`);
  return `${table} ${row.join(', ')}: ${column} is ${actual}, should be ${expected}`;
};

/** `npm run verify`: recomputes derived data from the logs and lists the differences. Changes nothing. */
void runCommand({
  options: (args) => parseRangeOptions(args, USAGE),
  async run(range, db) {
    // Queued work is not a difference.
    await settle(db);
    const rows = new Differences();
    const values = new Differences();
    let visitors = 0;
    const products = await productsOf(db, range.productId);
    for (const productId of products) {
      const sealed = await firstOpenDay(db, productId, range.from);
      for await (const part of verifyJourneys(db, productId, range, () => settle(db))) {
        visitors += part.visitors;
        for (const { table, id, day } of part.differences) {
          rows.list(`product ${productId}: ${table} ${id} of ${day} does not say what its events say`);
        }
      }
      const open = { from: Math.max(range.from, sealed), to: range.to };
      for (const one of await conversionsNotAsked(db, productId, open))
        rows.list(
          `product ${productId}: conversion ${one.event_id} (CV setting ${one.cv_setting_id}) of ${one.day} was not asked for its results`,
        );
      for (const difference of await rollupDifferences(db, productId, range, sealed))
        values.list(`product ${productId}: ${rollupText(difference)}`);
    }
    const differences = rows.finish('row', 'rows') + values.finish('rollup value', 'rollup values');
    console.log(JSON.stringify({ products: products.length, visitors, differences }));
    return differences > 0 ? 1 : 0;
  },
});
