import 'reflect-metadata';
import type { Config } from './config';
import { Database } from './db/database';
import { fillDemo } from './db/demo';
import { makePrivate } from './db/private-files';

/** Fills an empty, migrated database with the demo, in a process that ends with it. */
async function main(config: Config): Promise<void> {
  const db = new Database(config.database);
  await db.connect();
  await fillDemo(db, { ...config, now: Date.now() });
  await db.close();
}

makePrivate();
process.once('message', (config: Config) => {
  main(config).then(
    () => process.exit(0),
    (error: Error) => {
      console.error(`The demo could not be made: ${error.message}`);
      process.exit(1);
    },
  );
});
