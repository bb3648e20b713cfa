import 'reflect-metadata';
import { writeSync } from 'node:fs';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';
import { injectFaults } from './faults';

/** Migrates the database `argv[2]`, and stops for ever before its twentieth statement that changes the schema. */
const main = async (url: string): Promise<void> => {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  let left = 20;
  injectFaults((sql) => {
    if (/^\s*(CREATE|ALTER)/.test(sql) && !sql.includes('migration') && left-- === 0) {
      writeSync(1, 'migrating\n');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    }
    return undefined;
  });
  await db.migrate();
};

void main(process.argv[2] ?? '');
