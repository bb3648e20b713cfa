import 'reflect-metadata';
import { runAsChild } from './composition/run-as-child';
import type { Config } from './config/config';
import { productDatabase } from './composition/open-database';
import { fillDemo } from './demo-data';

/** Fills an empty, migrated database with the demo data and exits. */
async function main(config: Config): Promise<void> {
  const db = productDatabase(config.database);
  await db.connect();
  await fillDemo(db, { ...config, now: Date.now() });
  await db.close();
}

runAsChild(main, 'Creating the demo data failed');
