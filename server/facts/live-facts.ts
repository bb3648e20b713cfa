import type { Database, Dialect } from '../db/database';
import { chunksOf, select } from '../db/statements';
import { systemOf } from '../journeys';
import type { FactKind } from '../../shared/catalog';
import { factsWithUserAgent, type LogRows } from '../rollups/user-agent-facts';
import { rollupTable } from '../rollups/tables';
import { dayParts, type Part } from './fact-periods';
import {
  cvStatements,
  plainStatement,
  type FactQuery,
  type FactStatement,
  type LiveColumn,
  type LogTable,
} from './fact-query';
import type { Fact, FactTable } from './read-facts';

const LIVE_COLUMNS: readonly string[] = ['os', 'browser'] satisfies LiveColumn[];

/** Whether the rollups don't hold a column. */
export const isLive = (column: string): boolean => LIVE_COLUMNS.includes(column);

type StoredFact = { -readonly [K in keyof Fact]: Fact[K] } & { ua?: string | null; ua_id?: number | null };

/** Reads the texts of shared user agents by id. */
async function readTexts(
  db: Database,
  tables: readonly FactTable<StoredFact>[],
): Promise<Map<number, string>> {
  const ids = new Set(tables.flatMap(({ facts }) => facts.map(({ ua_id }) => ua_id ?? 0)));
  const texts = new Map<number, string>();
  for (const chunk of chunksOf([...ids]))
    for (const { id, ua } of await select<{ id: number; ua: string }>(db)`SELECT id, ua FROM user_agent
      WHERE id IN ${chunk}`)
      texts.set(id, ua);
  return texts;
}

/**
 * Builds the statements that together answer a query by user agent (`ua`, `ua_id`) on some days, from the logs.
 * Sums known per whole ad are read separately (see readWholeCosts).
 */
function logStatements(dialect: Dialect, query: FactQuery, part: Part): FactStatement[] {
  const logTable = (kind: FactKind, rows: LogRows): LogTable => ({
    rows,
    tableOf: () => ({ ...rollupTable(kind, 'fine', 'day'), name: factsWithUserAgent(dialect, kind, rows) }),
  });
  const plain = (kind: 'touch' | 'result' | 'media', rows: LogRows) =>
    plainStatement(query, [part], kind, logTable(kind, rows));
  return [
    ...plain('touch', 'interaction'),
    ...plain('touch', 'access'),
    ...cvStatements(query, [part], logTable('cv', 'conversion_touch').tableOf),
    ...plain('result', 'result'),
    ...plain('media', 'replaced_touch'),
  ];
}

/**
 * Sums the logs of a period by operating system and browser, which the rollups don't hold: month by month, so that
 * no statement takes long. Each user agent has one system (see systemOf). The sums of a key are spread over
 * several facts of a system.
 */
export async function readLiveFacts(db: Database, query: FactQuery): Promise<FactTable[]> {
  const groupBy = query.groupBy.filter((column) => !isLive(column));
  const byUserAgent: FactQuery = { ...query, groupBy: [...groupBy, 'ua', 'ua_id'] };
  const tables: FactTable<StoredFact>[] = [];
  for (const part of dayParts({ ...query, groupBy: ['month'] }, [query.range]))
    tables.push(
      ...(await Promise.all(
        logStatements(db.dialect, byUserAgent, part).map(async ({ sql, params, keys }) => ({
          keys,
          facts: await db.read<StoredFact>(sql, params, { shared: true }),
        })),
      )),
    );
  const texts = await readTexts(db, tables);
  for (const fact of tables.flatMap(({ facts }) => facts))
    Object.assign(fact, systemOf(fact.ua ?? texts.get(fact.ua_id ?? 0) ?? null));
  return tables;
}
