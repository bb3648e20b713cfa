import 'reflect-metadata';
import { join } from 'node:path';
import { openTestDatabase } from '../server/db/testing/databases';

/**
 * Creates the template databases of the server's tests, and prints the environment variables that name them.
 */
const main = async (folder: string): Promise<void> => {
  const { db, drop } = await openTestDatabase('sqlite');
  const file = join(folder, 'template.db');
  await db.reader.query(`VACUUM INTO '${file}'`);
  await drop();
  const env: Record<string, string> = { TEST_TEMPLATE_SQLITE: file };
  if (process.env.TEST_DATABASE_URL) {
    const { url, db: template } = await openTestDatabase('mysql');
    await template.close();
    env.TEST_TEMPLATE_MYSQL = new URL(url).pathname.slice(1);
  }
  console.log(JSON.stringify(env));
};

void main(process.argv[2] ?? '.');
