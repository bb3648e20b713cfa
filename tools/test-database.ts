import { mariaDbInstalled, startMariaDb } from '../server/db/testing/mariadb';

/** A server for the tests that need one: the one given, else a private one, else none. */
export const testDatabase = async (): Promise<{ url?: string; stop(): Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: async () => undefined };
  if (!mariaDbInstalled()) return { stop: async () => undefined };
  const server = await startMariaDb({ forgetful: true });
  return { url: `mysql://root@127.0.0.1:${server.port}`, stop: server.stop };
};
