import { mariaDbInstalled, startMariaDb } from '../server/db/testing/mariadb';

/** A server for the tests that need one: the one given, else a private one, else none. */
export const testDatabase = async (): Promise<{ url?: string; own: boolean; stop(): Promise<void> }> => {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, own: false, stop: async () => undefined };
  if (!mariaDbInstalled()) return { own: false, stop: async () => undefined };
  const server = await startMariaDb({ forgetful: true });
  return { url: `mysql://root@127.0.0.1:${server.port}`, own: true, stop: server.stop };
};
