import 'reflect-metadata';
import { restoreDatabase } from '../db/backup/database-copy';
import { parseFileAndFlag, runCommand } from './command';

const USAGE = 'npm run restore -- FILE [--replace]';

/** `npm run restore`: restores a backup into an empty database. */
void runCommand({
  opensDatabase: false,
  options: (args) => parseFileAndFlag(USAGE, args, 'replace'),
  async run({ file, isSet: replace }, _, config) {
    const manifest = await restoreDatabase(config.database, file, { replace });
    console.error(`Store the events since then: npm run replay -- --from ${manifest.createdAt}`);
    console.log(JSON.stringify(manifest));
    return 0;
  },
});
