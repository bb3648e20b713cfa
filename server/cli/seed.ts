import 'reflect-metadata';
import { loadHistory } from '../demo-data/history/load';
import { decideResults } from '../demo-data/results/decide';
import {
  createSyntheticAds,
  ensureCvSettings,
  SYNTHETIC_NETWORK_DOWN,
  syntheticPlan,
} from '../demo-data/synthetic-plan';
import { Ad } from '../settings/ad/ad.entity';
import { Product } from '../settings/product/product.entity';
import { settle } from '../sweeps';
import { ResultHold } from '../results';
import { CommandError, parseCommandLine, parseDayOption, runCommand, progressBar } from './command';
import { deriveAll } from './derive-all';
import { parseArgs } from 'node:util';
import type { Day } from '../../shared/domain/calendar';

const USAGE = 'npm run seed -- --product ID [--clicks N] [--months N] [--random N] [--until yyyy-MM-dd]';

interface SeedOptions {
  productId: number;
  clicks: number;
  months: number;
  random: number;
  /** Last Tokyo day of the history. Defaults to yesterday. */
  until?: Day | undefined;
}

const parse = (args: string[]) =>
  parseCommandLine(USAGE, () =>
    parseArgs({
      args,
      options: {
        product: { type: 'string' },
        clicks: { type: 'string', default: '100000' },
        months: { type: 'string', default: '12' },
        random: { type: 'string', default: '42' },
        until: { type: 'string' },
      },
    }),
  ).values;

const parseInteger = (name: string, text: string | undefined, min: number, max: number): number => {
  const value = Number(text?.replace(/_/g, ''));
  if (!text || !Number.isInteger(value) || value < min || value > max) {
    throw new CommandError(`--${name}: must be a whole number from ${min} to ${max}\nUsage: ${USAGE}`);
  }
  return value;
};

/**
 * Parses the command line.
 * @throws CommandError naming the invalid option
 */
const parseSeedOptions = (args: string[]): SeedOptions => {
  const values = parse(args);
  return {
    productId: parseInteger('product', values.product, 1, 2_147_483_647),
    clicks: parseInteger('clicks', values.clicks, 1, 100_000_000),
    months: parseInteger('months', values.months, 1, 120),
    random: parseInteger('random', values.random, 0, 4_294_967_295),
    until: values.until === undefined ? undefined : parseDayOption('until', values.until),
  };
};

/**
 * `npm run seed`: creates a deterministic synthetic history of one product, with daily decisions on its
 * results. Journeys and reports are up to date when it ends.
 */
void runCommand({
  options: parseSeedOptions,
  async run(options, db) {
    const { productId } = options;
    await db.write(async (tx) => {
      if (!(await tx.manager.existsBy(Product, { id: productId })))
        throw new CommandError(`--product: there is no product ${productId}`);
      if (!(await tx.manager.existsBy(Ad, { productId }))) await createSyntheticAds(tx, productId);
      await ensureCvSettings(tx, productId);
    });
    const plan = await syntheticPlan(db, options, Date.now());
    const bar = progressBar('lines', 0);
    const hold = new ResultHold(db);
    const loaded = await loadHistory(
      db,
      plan,
      ({ clicks, events }) =>
        bar.update(events, '', Math.round((events * plan.clicks) / Math.max(1, clicks))),
      hold,
    );
    bar.update(loaded.events, '', loaded.events);
    bar.finish();
    await deriveAll(db, hold);
    // A repeated seed loads the same history, whose results are already decided.
    if (loaded.events > loaded.duplicates) {
      console.error('Deciding results ...');
      await decideResults(db, {
        productId,
        prefix: plan.prefix,
        down: SYNTHETIC_NETWORK_DOWN,
        now: Date.now(),
      });
      await settle(db);
    }
    console.log(
      JSON.stringify({ clicks: loaded.clicks, events: loaded.events, duplicates: loaded.duplicates }),
    );
    return 0;
  },
});
