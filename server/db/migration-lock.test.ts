import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { mysqlOptions, sqliteOptions } from './data-source';
import type { Database } from './database';
import { withMigrationLock } from './migration-lock';
import { onEachDatabase, openTestDatabase, type TestDatabase } from './testing/databases';

jest.setTimeout(120_000);

async function openSource({ target }: Database): Promise<DataSource> {
  const options = target.kind === 'sqlite' ? sqliteOptions(target, []) : await mysqlOptions(target, []);
  return new DataSource({ ...options, migrations: [] }).initialize();
}

onEachDatabase((dialect) => {
  describe('migrations', () => {
    let test: TestDatabase;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
    });
    afterAll(() => test.drop());

    it('continue at the next start after one was killed while migrating', async () => {
      const source = await openSource(test.db);
      await source.dropDatabase();
      await source.destroy();
      const child = spawn(
        process.execPath,
        ['--import', 'tsx', join(__dirname, 'testing/migrating-child.ts'), test.url],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [line] = (await once(child.stdout, 'data')) as [Buffer];
      expect(line.toString()).toBe('migrating\n');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await test.db.close();
      await test.db.connect();
      const waits: number[] = [];
      const startedAt = performance.now();
      await test.db.migrate((ms) => waits.push(ms));
      // The operating system releases the embedded database's lock; MariaDB's row is abandoned after ten seconds.
      expect(performance.now() - startedAt).toBeLessThan(dialect === 'sqlite' ? 10_000 : 40_000);
      if (dialect === 'sqlite') expect(waits).toEqual([]);
      else expect(waits.length).toBeGreaterThan(2);
      const drift = await test.db.write((tx) => tx.manager.connection.driver.createSchemaBuilder().log());
      expect(drift.upQueries).toEqual([]);
    });

    it('wait for a living process, however long it takes, and report it', async () => {
      const [first, second] = [await openSource(test.db), await openSource(test.db)];
      const file = test.db.target.kind === 'sqlite' ? test.db.target.path : undefined;
      const events: string[] = [];
      const run = (source: DataSource, name: string, ms: number) =>
        withMigrationLock(
          source,
          file,
          async () => {
            events.push(`${name} begins`);
            await pause(ms);
            events.push(`${name} ends`);
          },
          () => events.push(`${name} waits`),
          500,
        );
      const long = run(first, 'first', 4000);
      await pause(300);
      await Promise.all([long, run(second, 'second', 0)]);
      expect(events).toEqual([
        'first begins',
        'second waits',
        'second waits',
        'first ends',
        'second begins',
        'second ends',
      ]);
      await first.destroy();
      await second.destroy();
    });
  });
});
