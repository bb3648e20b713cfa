import 'reflect-metadata';
import { runAsChild } from './composition/run-as-child';
import type { Config } from './config';
import { Database } from './db/database';
import { fillDemo } from './demo-data';

/** Fills an empty, migrated database with the demo data and exits. */
async function main(config: Config): Promise<void> {
  const db = new Database(config.database);
  await db.connect();
  await fillDemo(db, { ...config, now: Date.now() });
  await db.close();
}

runAsChild(main, 'Creating the demo data failed');
