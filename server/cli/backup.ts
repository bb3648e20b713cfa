import 'reflect-metadata';
import { checkBackup } from '../db/backup/backup-file';
import { backUpDatabase } from '../db/backup/database-copy';
import { parseFileAndFlag, requireDatabase, runCommand } from './command';

const USAGE = 'npm run backup -- [--check] FILE';

/** `npm run backup`: backs up the database while the product runs, or checks a backup. */
void runCommand({
  opensDatabase: false,
  options: (args) => parseFileAndFlag(USAGE, args, 'check'),
  async run({ file, isSet: check }, _, config) {
    if (!check) requireDatabase(config);
    const manifest = check ? await checkBackup(file) : await backUpDatabase(config.database, file);
    console.log(JSON.stringify(manifest));
    return 0;
  },
});
