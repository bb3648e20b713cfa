import 'reflect-metadata';
import { pluralize } from '../platform/plural';
import { importEvents } from '../import/import-events';
import { ResultHold } from '../results';
import { messageOf } from '../platform/errors';
import { CommandError, parseCommandLine, parseProductOption, runCommand, progressBar } from './command';
import { deriveAll } from './derive-all';
import { eventFileSize } from './import/event-file-size';
import { parseArgs } from 'node:util';

const USAGE = 'npm run import -- FILE [--product ID] [--create-ads] [--notify]';

interface ImportCommand {
  file: string;
  productId?: number | undefined;
  createAds: boolean;
  /** Sends postbacks for results of the import. */
  notify: boolean;
}

const parse = (args: string[]) =>
  parseCommandLine(USAGE, () =>
    parseArgs({
      args,
      allowPositionals: true,
      options: {
        product: { type: 'string' },
        'create-ads': { type: 'boolean', default: false },
        notify: { type: 'boolean', default: false },
      },
    }),
  );

/**
 * Parses the command line.
 * @throws CommandError naming the invalid option
 */
const parseImportOptions = (args: string[]): ImportCommand => {
  const { values, positionals } = parse(args);
  const [file] = positionals;
  if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${USAGE}`);
  return {
    file,
    productId: parseProductOption(values.product),
    createAds: values['create-ads'],
    notify: values.notify,
  };
};

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
    const bar = progressBar('lines', 0);
    const hold = new ResultHold(db);
    const counts = await importEvents(
      db,
      { file, productId, createAds, notify, hold, onWait },
      // The number of lines is estimated from the bytes that they take so far.
      (bytes, { read }) => bar.update(read, '', Math.round((read * size) / bytes)),
    );
    bar.update(counts.read, '', counts.read);
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
