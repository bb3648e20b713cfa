import { mariaDbInstalled, startMariaDb } from '../server/db/testing/mariadb';

/** Returns a server for tests: the given one, else a private one, else none. */
export const testDatabase = async (): Promise<{ url?: string; own: boolean; stop(): Promise<void> }> => {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, own: false, stop: async () => undefined };
  if (!mariaDbInstalled()) return { own: false, stop: async () => undefined };
  const server = await startMariaDb({ forgetful: true });
  return { url: `mysql://root@127.0.0.1:${server.port}`, own: true, stop: server.stop };
};
