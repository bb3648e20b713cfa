import 'reflect-metadata';
import { loadHistory } from '../db/demo/history/load';
import { decideResults } from '../db/demo/results/decide';
import { createSyntheticAds, ensureCvSettings, SYNTHETIC_NETWORK_DOWN } from '../db/demo/synthetic-settings';
import { syntheticPlan } from '../db/demo/synthetic-plan';
import { Ad } from '../settings/ad/ad.entity';
import { Product } from '../settings/product/product.entity';
import { settle } from '../jobs';
import { ResultHold } from '../results';
import { CommandError, runCommand } from './command';
import { deriveAll } from './derive-all';
import { progressBar } from './progress';
import { parseSeedOptions } from './seed/options';

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
    const bar = progressBar('clicks', plan.clicks);
    const hold = new ResultHold(db);
    const loaded = await loadHistory(db, plan, ({ clicks }) => bar.update(clicks), hold);
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
