import type { BaseKey } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { factStatements, type GroupColumn, type FactQuery } from './fact-query';

/** Where a fact belongs: the columns that were asked for; the others are absent. */
export type FactKey = Readonly<Partial<Record<GroupColumn, number | null>>>;

/** Some sums of one key. The same key may come several times: adding up is the reader's. */
export interface Fact {
  readonly key: FactKey;
  readonly sums: Readonly<Partial<Record<BaseKey, number>>>;
}

type SqlRow = Record<string, number | null>;

function factOf(row: SqlRow, groupBy: readonly GroupColumn[], keys: readonly BaseKey[]): Fact {
  const key: Partial<Record<GroupColumn, number | null>> = {};
  for (const column of groupBy) key[column] = row[column];
  const sums: Partial<Record<BaseKey, number>> = {};
  // A sum over no rows is NULL when nothing is grouped.
  for (const name of keys) sums[name] = row[name] ?? 0;
  return { key, sums };
}

/** Reads the sums of a query from the rollups: a few range scans on primary keys. */
export async function readFacts(db: Database, query: FactQuery): Promise<Fact[]> {
  if (Object.values(query.only).some((values) => values?.length === 0)) return [];
  const answers = await Promise.all(
    factStatements(query).map(async ({ sql, params, keys }) => {
      const rows = await db.read<SqlRow>(sql, params);
      return rows.map((row) => factOf(row, query.groupBy, keys));
    }),
  );
  return answers.flat();
}
