import 'reflect-metadata';
import { createConnection } from 'mysql2/promise';
import { parseDatabaseUrl } from '../../config/config';
import { productDatabase } from '../../composition/open-database';

/** Loses all connections to the database `argv[2]` `argv[3]` times, and queries it again each time. */
const main = async (url: string, times: number): Promise<void> => {
  const db = productDatabase(parseDatabaseUrl(url));
  await db.connect();
  await db.migrate();
  const root = await createConnection(url);
  const revision = () => db.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
  const again = async (work: () => Promise<unknown>): Promise<void> => {
    for (let left = 100; left > 0; left -= 1) {
      try {
        await work();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }
    await work();
  };
  for (let i = 0; i < times; i += 1) {
    const [rows] = await root.query(
      'SELECT id FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND db = DATABASE()',
    );
    for (const { id } of rows as { id: number }[]) await root.query(`KILL ${id}`).catch(() => undefined);
    await again(revision);
    await again(() => db.read('SELECT revision FROM setting_revision'));
  }
  await root.end();
  await db.close();
  console.log('reconnected');
};

void main(process.argv[2] ?? '', Number(process.argv[3]));
