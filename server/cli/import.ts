import 'reflect-metadata';
import { pluralize } from '../plural';
import { importEvents } from '../db/import/import-events';
import { ResultHold } from '../results';
import { messageOf } from '../errors';
import { CommandError, runCommand } from './command';
import { deriveAll } from './derive-all';
import { parseImportOptions } from './import/options';
import { eventFileSize } from './import/event-file-size';
import { progressBar } from './progress';

const SOME_REJECTED = 3;

/** `npm run import`: loads events and updates the reports. The last line of stdout contains the counts. */
void runCommand({
  options: parseImportOptions,
  async run({ file, productId, createAds, notify }, db) {
    const size = await eventFileSize(file);
    if (
      productId !== undefined &&
      (await db.read('SELECT id FROM product WHERE id = ?', [productId])).length === 0
    ) {
      throw new CommandError(`--product: there is no product ${productId}`);
    }
    const onWait = (error: unknown) => console.error(`\nWaiting for the database: ${messageOf(error)}`);
    const bar = progressBar('bytes', size);
    const hold = new ResultHold(db);
    const counts = await importEvents(
      db,
      { file, productId, createAds, notify, hold, onWait },
      (bytes, { read }) => bar.update(bytes, pluralize(read, 'line')),
    );
    bar.update(size, pluralize(counts.read, 'line'));
    bar.finish();
    await deriveAll(db, hold);
    if (counts.rejected > 0)
      console.error(
        `${pluralize(counts.rejected, 'line was', 'lines were')} rejected: see ${file}.rejected.ndjson`,
      );
    console.log(JSON.stringify(counts));
    return counts.rejected > 0 ? SOME_REJECTED : 0;
  },
});
