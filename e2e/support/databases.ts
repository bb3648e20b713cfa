import { randomBytes } from 'node:crypto';
import { mariaDbInstalled, startMariaDb, type PrivateMariaDb } from '../../server/db/testing/mariadb';

/** Database for the products of one test file. */
export interface E2eDatabase {
  name: string;
  /** Returns the environment of a product on a fresh database of this kind. */
  fresh(): Promise<Record<string, string>>;
  stop(): Promise<void>;
}

const embedded = (): E2eDatabase => ({
  name: 'the embedded database',
  fresh: async () => ({}),
  stop: async () => undefined,
});

const mariaDb = (): E2eDatabase => {
  let server: PrivateMariaDb | undefined;
  return {
    name: 'MariaDB',
    fresh: async () => {
      server ??= await startMariaDb({ bufferPool: '512M', forgetful: true });
      const url = await server.createDatabase(`e2e_${randomBytes(6).toString('hex')}`);
      return { DATABASE_URL: url, JWT_SECRET: randomBytes(32).toString('hex') };
    },
    stop: async () => server?.stop(),
  };
};

/**
 * Runs a block once on SQLite and once on MariaDB. Without MariaDB the second half is skipped with a message.
 */
export const onBothDatabases = (block: (database: E2eDatabase) => void): void => {
  const kinds = [
    { database: embedded(), installed: true },
    { database: mariaDb(), installed: mariaDbInstalled() },
  ];
  for (const { database, installed } of kinds) {
    (installed ? describe : describe.skip)(`on ${database.name}`, () => {
      block(database);
      afterAll(() => database.stop());
    });
  }
};
