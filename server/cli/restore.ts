import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { restoreDatabase } from '../db/backup/database-copy';
import { CommandError, parseCommandLine, runCommand } from './command';

const USAGE = 'npm run restore -- FILE [--replace]';

/** `npm run restore`: restores a backup into an empty database. */
void runCommand({
  opensDatabase: false,
  options(args) {
    const { values, positionals } = parseCommandLine(USAGE, () =>
      parseArgs({
        args,
        allowPositionals: true,
        options: { replace: { type: 'boolean', default: false } },
      }),
    );
    const [file] = positionals;
    if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${USAGE}`);
    return { file, replace: values.replace };
  },
  async run({ file, replace }, _, config) {
    const manifest = await restoreDatabase(config.database, file, { replace });
    console.error(`Store the events since then: npm run replay -- --from ${manifest.createdAt}`);
    console.log(JSON.stringify(manifest));
    return 0;
  },
});
