import type { BaseKey } from '../../shared/catalog';
import type { Database } from '../db/database';
import { factStatements, type FactQuery, type GroupColumn } from './fact-query';

/** Sums of one key. Columns that were not requested are absent. */
export type Fact = Readonly<Partial<Record<GroupColumn | BaseKey, number | null>>>;

/**
 * Facts that carry the same sums. A key may occur several times, also in other tables; the caller adds them
 * up.
 */
export interface FactTable {
  readonly keys: readonly BaseKey[];
  readonly facts: readonly Fact[];
}

/** Reads the sums of a query from the rollups: a few range scans on primary keys. */
export async function readFacts(db: Database, query: FactQuery): Promise<FactTable[]> {
  if (Object.values(query.only).some((values) => values?.length === 0)) return [];
  return Promise.all(
    factStatements(query).map(async ({ sql, params, keys }) => ({
      keys,
      facts: await db.read<Fact>(sql, params, { prepared: true }),
    })),
  );
}
