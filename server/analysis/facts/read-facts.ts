import type { BaseKey } from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { adder, type Add } from './adder';
import { factStatements, type FactQuery, type GroupColumn } from './fact-query';

/** Where a fact belongs: the columns that were asked for; the others are absent. */
export type FactKey = Readonly<Partial<Record<GroupColumn, number | null>>>;

/** Some sums of one key. The same key may come several times: adding up is the reader's. */
export interface Fact {
  readonly key: FactKey;
  readonly sums: Readonly<Partial<Record<BaseKey, number | null>>>;
  /** How these sums are added to a row's. */
  readonly add: Add;
}

/** Reads the sums of a query from the rollups: a few range scans on primary keys. */
export async function readFacts(db: Database, query: FactQuery): Promise<Fact[]> {
  if (Object.values(query.only).some((values) => values?.length === 0)) return [];
  const answers = await Promise.all(
    factStatements(query).map(async ({ sql, params, keys }) => {
      // The row serves as key and as sums: a report by fine axes reads many of them.
      const rows = await db.read<FactKey & Fact['sums']>(sql, params);
      const add = adder(keys);
      return rows.map((row): Fact => ({ key: row, sums: row, add }));
    }),
  );
  return answers.flat();
}
