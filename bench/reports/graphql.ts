import { adSummaries, type AnalysisInput } from '../../server/analysis';
import { hashPassword } from '../../server/auth/passwords';
import type { Database } from '../../server/db/database';
import { newRow } from '../../server/db/demo/settings/new-row';
import { User } from '../../server/modules/user/user.entity';
import { measureKeys, RoleType, toCamelCase } from '../../shared/catalog';
import { formatDay } from '../../shared/domain/calendar';
import { startRole } from '../children';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed } from '../measure';

const EMAIL = 'bench@example.com';
const PASSWORD = 'a password for the bench';

const FIELDS = ['adId', 'ad', 'noAd', ...measureKeys.map((key) => toCamelCase(key))].join(' ');
const QUERY = `query ($p: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $p, dateFrom: $from, dateTo: $to) { count total { ${FIELDS} } results { ${FIELDS} } } }`;

type Read = [sql: string, params: Parameters<Database['read']>[1]];

/** The statements that one report sends, by watching it. */
const statementsOf = async ({ db, actor }: BenchData, input: AnalysisInput): Promise<Read[]> => {
  const seen: Read[] = [];
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return (...read: Read) => {
        seen.push(read);
        return target.read(...read);
      };
    },
  });
  await adSummaries(watched, actor, input);
  return seen;
};

const signIn = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/v1/auth/signin/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  });
  return ((await answer.json()) as { access: string }).access;
};

/** A year of ad statistics with every measure, over HTTP from a real server, against the SQL that it takes. */
export const measureGraphql = async (data: BenchData, url: string, where: string, rounds: number): Promise<Figure> => {
  const { db, large, year } = data;
  const passwordHash = await hashPassword(PASSWORD);
  const user = { companyId: data.actor.companyId, userName: 'Bench', email: EMAIL, emailKey: EMAIL, roleType: RoleType.ADMIN, passwordHash };
  await db.write(({ manager }) => manager.save(newRow(User, user)));
  const statements = await statementsOf(data, { productId: large, dateFrom: year.from, dateTo: year.to });
  const server = await startRole({ ROLE: 'api', DATABASE_URL: url, DATA_DIR: data.dir }, '/ready');
  try {
    const address = `http://127.0.0.1:${server.port}`;
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${await signIn(address)}` };
    const variables = { p: large, from: formatDay(year.from), to: formatDay(year.to) };
    const body = JSON.stringify({ query: QUERY, variables });
    let rows = 0;
    const ask = async (): Promise<void> => {
      const answer = await fetch(`${address}/graphql`, { method: 'POST', headers, body });
      const { data: got, errors } = (await answer.json()) as { data?: { adSummaries: { count: number } }; errors?: unknown };
      if (!got) throw new Error(`GraphQL: ${JSON.stringify(errors)}`);
      rows = got.adSummaries.count;
    };
    const sql = (): Promise<unknown> => Promise.all(statements.map(([text, params]) => db.read(text, params)));
    const pair = await inTurns(rounds, () => timed(ask), () => timed(sql));
    const detail = `${rows} rows, ${measureKeys.length} measures: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms (${statements.length} statements)`;
    return { goal: 'graphql', where, value: pair.ratio, detail };
  } finally {
    await server.stop();
  }
};
