import { Failure } from '../../auth/failure';
import type { Dependent, DependentKind } from '../setting-definition';

/** Number of rows of one kind that depend on a row. */
export interface DependentCount {
  readonly kind: DependentKind;
  readonly count: number;
}

type Query = (sql: string, params: readonly number[]) => Promise<ReadonlyArray<{ n: number | string }>>;

/** Counts the rows that depend on a row; kinds without any are left out. */
export async function countDependents(
  query: Query,
  dependents: readonly Dependent[],
  id: number,
  productId: number | null,
): Promise<DependentCount[]> {
  const counts: DependentCount[] = [];
  for (const { kind, sql } of dependents) {
    const params: number[] = [];
    const text = sql.replace(/:(id|product)\b/g, (_all, name: string) => {
      params.push(name === 'id' ? id : (productId ?? 0));
      return '?';
    });
    const [row] = await query(text, params);
    const count = Number(row?.n ?? 0);
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
