import { hashPassword } from '../server/auth/passwords';
import type { Database } from '../server/db/database';
import { newRow } from '../server/demo-data/settings/new-row';
import { User } from '../server/settings/user/user.entity';
import { RoleType } from '../shared/catalog';
import { startRole } from './children';
import type { BenchData } from './history';
import { ask } from './http';

/** User of the requests. */
export const BENCH_USER = { email: 'bench@example.com', password: 'a password for the bench' } as const;

/** User signed in to a running server. */
export interface Reader {
  /** Sends a GraphQL query and returns the response text. Throws if it contains errors. */
  ask(query: string, variables: Record<string, unknown>): Promise<string>;
  /** Downloads a file over REST and returns its length in bytes. `signal` aborts it. */
  download(path: string, signal?: AbortSignal): Promise<number>;
}

/** Makes the user an administrator of the company, unless one exists. */
export const ensureUser = async (db: Database, companyId: number): Promise<void> => {
  const { email, password } = BENCH_USER;
  const passwordHash = await hashPassword(password);
  await db.write(async ({ manager }) => {
    if (await manager.existsBy(User, { emailKey: email })) return;
    await manager.save(
      newRow(User, {
        companyId,
        userName: 'Bench',
        email,
        emailKey: email,
        roleType: RoleType.ADMIN,
        passwordHash,
      }),
    );
  });
};

/** Signs the user in. */
export const signIn = async (address: string): Promise<Reader> => {
  const signedIn = await fetch(`${address}/api/v1/auth/signin/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(BENCH_USER),
  });
  const { access } = (await signedIn.json()) as { access: string };
  // Compression serves slow lines. Here it would only distort the measurement.
  const headers = {
    'Content-Type': 'application/json',
    'Accept-Encoding': 'identity',
    Authorization: `Bearer ${access}`,
  };
  return {
    async ask(query, variables) {
      const { status, text } = await ask(`${address}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query, variables }),
      });
      if (status !== 200 || text.startsWith('{"errors"'))
        throw new Error(`GraphQL: ${status} ${text.slice(0, 500)}`);
      return text;
    },
    async download(path, signal) {
      const answer = await fetch(`${address}/api/v1${path}`, { headers, ...(signal && { signal }) });
      if (!answer.ok || !answer.body)
        throw new Error(`${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
      let bytes = 0;
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) bytes += chunk.length;
      return bytes;
    },
  };
};

/** Starts an API process on the bench's database and signs in. */
export const createReader = async (
  data: BenchData,
  url: string,
): Promise<Reader & { stop(): Promise<void> }> => {
  await ensureUser(data.db, data.actor.companyId);
  const server = await startRole({ ROLE: 'api', DATABASE_URL: url, DATA_DIR: data.dir }, '/ready');
  return { ...(await signIn(`http://127.0.0.1:${server.port}`)), stop: server.stop };
};
