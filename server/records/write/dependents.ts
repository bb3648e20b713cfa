import { addDays, countDays, type Day } from '../../../shared/domain/calendar';
import { Failure } from '../../auth/failure';
import { chunksOf, MAX_KEYS } from '../../db/statements';
import type { Dependent, DependentKind } from '../setting-definition';

/** Number of rows of one kind that depend on a row. */
export interface DependentCount {
  readonly kind: DependentKind;
  readonly count: number;
}

type Query = <T>(sql: string, params: readonly number[]) => Promise<readonly T[]>;

/**
 * Returns conditions that together cover the days of a product's log. The index begins with the day: without it
 * MariaDB would read all entries of the product.
 */
async function dayConditions(query: Query, log: string, productId: number): Promise<string[]> {
  // SQLite finds one extreme by its index; for two in one SELECT it reads all entries of the product.
  const [range] = await query<{ first: Day | null; last: Day | null }>(
    `SELECT (SELECT MIN(day) FROM ${log} WHERE product_id = ?) AS first,
      (SELECT MAX(day) FROM ${log} WHERE product_id = ?) AS last`,
    [productId, productId],
  );
  const { first, last } = range ?? {};
  if (!first || !last) return [];
  const days = Array.from({ length: countDays(first, last) }, (_, n) => addDays(first, n));
  return chunksOf(days, MAX_KEYS).map((part) => ` AND day IN (${part.join()})`);
}

/** Counts the rows that depend on a row; kinds without any are left out. */
export async function countDependents(
  query: Query,
  dependents: readonly Dependent[],
  id: number,
  productId: number | null,
): Promise<DependentCount[]> {
  const counts: DependentCount[] = [];
  for (const { kind, sql, log } of dependents) {
    const params: number[] = [];
    const text = sql.replace(/:(id|product)\b/g, (_all, name: string) => {
      params.push(name === 'id' ? id : (productId ?? 0));
      return '?';
    });
    let count = 0;
    for (const condition of log ? await dayConditions(query, log, productId ?? 0) : ['']) {
      const [row] = await query<{ n: number | string }>(text + condition, params);
      count += Number(row?.n ?? 0);
    }
    if (count > 0) counts.push({ kind, count });
  }
  return counts;
}

/**
 * Refuses to delete a row that others depend on, and suggests its status field if it has one. @throws CONFLICT
 * naming kinds and counts
 */
export function refuseDependents(counts: readonly DependentCount[], hasStatus: boolean): void {
  if (counts.length === 0) return;
  throw new Failure('CONFLICT', hasStatus ? 'stillUsedHasStatus' : 'stillUsed', {
    also: counts.map(({ kind, count }) => ({ key: `dependent_${kind}` as const, params: { count } })),
  });
}

/** Builds the count of log or setting rows that meet a condition. */
export const counting = (kind: DependentKind, table: string, where: string): Dependent => ({
  kind,
  sql: `SELECT COUNT(*) AS n FROM ${table} WHERE ${where}`,
});

/** Builds the count of a log's rows of an ad. */
export const countingOfAd = (kind: DependentKind, log: string): Dependent => ({
  ...counting(kind, log, 'product_id = :product AND ad_id = :id'),
  log,
});
