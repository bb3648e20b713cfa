import 'reflect-metadata';
import { settle } from '../jobs';
import { rebuildSettings } from '../journeys/rebuild/rebuild-settings';
import { CommandError, runCommand } from './command';
import { rangeOptions } from './range/options';
import { firstOpenDay } from './range/sealed';

const USAGE = 'npm run rebuild -- --product ID [--from yyyy-MM-dd] [--to yyyy-MM-dd]';

/** `npm run rebuild`: re-applies today's settings to a range; when it ends reports are up to date. */
void runCommand({
  options(args) {
    const { productId, ...range } = rangeOptions(args, USAGE);
    if (productId === undefined) throw new CommandError(`--product: is needed\nUsage: ${USAGE}`);
    return { productId, range };
  },
  async run({ productId, range }, db) {
    if ((await db.read('SELECT id FROM product WHERE id = ?', [productId])).length === 0) {
      throw new CommandError(`--product: there is no product ${productId}`);
    }
    await firstOpenDay(db, productId, range.from);
    const changed = await rebuildSettings(db, productId, range);
    console.error('Deriving journeys and reports ...');
    await settle(db);
    console.log(JSON.stringify(changed));
    return 0;
  },
});
