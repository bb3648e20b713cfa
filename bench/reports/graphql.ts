import { adSummaries, type AnalysisInput } from '../../server/analysis';
import type { Database } from '../../server/db/database';
import { measureKeys, toCamelCase } from '../../shared/catalog';
import { formatDay } from '../../shared/domain/calendar';
import type { Figure } from '../goals';
import type { BenchData } from '../history';
import { inTurns, timed } from '../measure';
import { createReader } from '../reader';

const WARM_UP_MS = 1500;

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

/** A year of ad statistics with every measure, over HTTP from a real server, against the SQL that it takes. */
export const measureGraphql = async (data: BenchData, url: string, where: string, rounds: number): Promise<Figure> => {
  const { db, large, year } = data;
  const statements = await statementsOf(data, { productId: large, dateFrom: year.from, dateTo: year.to });
  const reader = await createReader(data, url);
  try {
    const variables = { p: large, from: formatDay(year.from), to: formatDay(year.to) };
    const sql = (): Promise<unknown> => Promise.all(statements.map(([text, params]) => db.read(text, params)));
    const pair = await inTurns(rounds, () => timed(() => reader.ask(QUERY, variables)), () => timed(sql), WARM_UP_MS);
    const detail = `${measureKeys.length} measures: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms (${statements.length} statements)`;
    return { goal: 'graphql', where, value: pair.ratio, detail };
  } finally {
    await reader.stop();
  }
};
