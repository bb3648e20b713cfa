import { productDatabase } from '../composition/open-database';
import { parseDatabaseUrl } from '../config/config';
import { mariaDbInstalled, startMariaDb } from './testing/mariadb';

jest.setTimeout(120_000);

(mariaDbInstalled() ? it : it.skip)(
  'notices a hanging server within 10 seconds and uses it again once it responds',
  async () => {
    const server = await startMariaDb();
    const db = productDatabase(parseDatabaseUrl(await server.createDatabase('hung')));
    await db.connect();
    await db.migrate();
    const bump = () => db.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
    await bump();
    const [before] = await db.read<{ revision: number }>('SELECT revision FROM setting_revision');
    await server.pause();
    try {
      const started = Date.now();
      const pending = [
        ...Array.from({ length: 20 }, () => db.read('SELECT revision FROM setting_revision')),
        bump(),
        bump(),
      ];
      const outcomes = await Promise.allSettled(pending);
      expect(outcomes.every(({ status }) => status === 'rejected')).toBe(true);
      expect(Date.now() - started).toBeLessThan(10_000);
      const again = Date.now();
      await expect(bump()).rejects.toThrow();
      expect(Date.now() - again).toBeLessThan(1000);
      expect(await db.canWrite()).toBe(false);
    } finally {
      server.resume();
    }
    for (let i = 0; i < 200 && !(await db.canWrite()); i += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    await bump();
    const [after] = await db.read<{ revision: number }>('SELECT revision FROM setting_revision');
    expect(Number(after?.revision)).toBe(Number(before?.revision) + 1);
    await db.close();
    await server.stop();
  },
);
