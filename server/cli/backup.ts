import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { checkBackup } from '../db/backup/backup-file';
import { backUpDatabase } from '../db/backup/database-copy';
import { CommandError, parseCommandLine, requireDatabase, runCommand } from './command';

const USAGE = 'npm run backup -- [--check] FILE';

/** `npm run backup`: backs up the database while the product runs, or checks a backup. */
void runCommand({
  opensDatabase: false,
  options(args) {
    const { values, positionals } = parseCommandLine(USAGE, () =>
      parseArgs({
        args,
        allowPositionals: true,
        options: { check: { type: 'boolean', default: false } },
      }),
    );
    const [file] = positionals;
    if (file === undefined || positionals.length !== 1) throw new CommandError(`Usage: ${USAGE}`);
    return { file, check: values.check };
  },
  async run({ file, check }, _, config) {
    if (!check) requireDatabase(config);
    const manifest = check ? await checkBackup(file) : await backUpDatabase(config.database, file);
    console.log(JSON.stringify(manifest));
    return 0;
  },
});
