import 'reflect-metadata';
import { markDaysWithData, recomputeArchived } from '../rollups';
import { journeysSweep, settle } from '../sweeps';
import { rebuildSettings } from '../journeys/rebuild-settings';
import { queueMissingResults, ResultHold } from '../results';
import { CommandError, runCommand } from './command';
import { parseRangeOptions, firstOpenDay } from './range';

const USAGE = 'npm run rebuild -- --product ID [--from yyyy-MM-dd] [--to yyyy-MM-dd]';

/**
 * `npm run rebuild`: applies today's settings to a range, computes all reports of its days and months again, and
 * creates missing results of conversions. Reports of archived days are computed from their files. Reports are up
 * to date when it ends.
 */
void runCommand({
  options(args) {
    const { productId, ...range } = parseRangeOptions(args, USAGE);
    if (productId === undefined) throw new CommandError(`--product: is required\nUsage: ${USAGE}`);
    return { productId, range };
  },
  async run({ productId, range }, db) {
    if ((await db.read('SELECT id FROM product WHERE id = ?', [productId])).length === 0) {
      throw new CommandError(`--product: there is no product ${productId}`);
    }
    const from = Math.max(range.from, await firstOpenDay(db, productId, range.from));
    const changed = await rebuildSettings(db, productId, range);
    await markDaysWithData(db, productId, { from, to: range.to });
    console.error('Deriving journeys, results and reports ...');
    await settle(db, undefined, [journeysSweep]);
    const hold = new ResultHold(db);
    // After the journeys: they decide which conversion of an order counts.
    const conversionsWithoutResults = await queueMissingResults(db, productId, range, hold);
    await hold.release();
    await settle(db);
    await recomputeArchived(db, productId, range);
    console.log(JSON.stringify({ ...changed, conversionsWithoutResults }));
    return 0;
  },
});
