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
 * Returns by log the conditions that together cover the days of a product. The index begins with the day: without
 * it MariaDB would read all entries of the product.
 */
async function dayConditions(
  query: Query,
  logs: readonly string[],
  productId: number,
): Promise<Map<string, string[]>> {
  if (logs.length === 0) return new Map();
  // SQLite finds one extreme by its index; for two in one SELECT it reads all entries of the product.
  const extreme = (log: string, of: string) => `(SELECT ${of}(day) FROM ${log} WHERE product_id = ?)`;
  const [range = {}] = await query<Record<string, Day | null>>(
    `SELECT ${logs.map((log) => `${extreme(log, 'MIN')} AS first_${log}, ${extreme(log, 'MAX')} AS last_${log}`).join(', ')}`,
    logs.flatMap(() => [productId, productId]),
  );
  return new Map(
    logs.map((log) => {
      const [first, last] = [range[`first_${log}`], range[`last_${log}`]];
      if (!first || !last) return [log, []];
      const days = Array.from({ length: countDays(first, last) }, (_, n) => addDays(first, n));
      return [log, chunksOf(days, MAX_KEYS).map((part) => ` AND day IN (${part.join()})`)];
    }),
  );
}

/** Counts the rows that depend on a row; kinds without any are left out. */
export async function countDependents(
  query: Query,
  dependents: readonly Dependent[],
  id: number,
  productId: number | null,
): Promise<DependentCount[]> {
  const logs = dependents.flatMap(({ log }) => log ?? []);
  const days = await dayConditions(query, logs, productId ?? 0);
  const params: number[] = [];
  const counted = ({ sql, log }: Dependent): string[] =>
    (log === undefined ? [''] : (days.get(log) ?? [])).map((condition) => {
      const text = sql.replace(/:(id|product)\b/g, (_all, name: string) => {
        params.push(name === 'id' ? id : (productId ?? 0));
        return '?';
      });
      return `(${text}${condition})`;
    });
  const sums = dependents.map((one, index) => `${counted(one).join(' + ') || '0'} AS n${index}`);
  if (sums.length === 0) return [];
  const [row] = await query<Record<string, number | string>>(`SELECT ${sums.join(', ')}`, params);
  return dependents
    .map(({ kind }, index) => ({ kind, count: Number(row?.[`n${index}`] ?? 0) }))
    .filter(({ count }) => count > 0);
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
  sql: `SELECT COUNT(*) FROM ${table} WHERE ${where}`,
});

/** Builds the count of a log's rows of an ad. */
export const countingOfAd = (kind: DependentKind, log: string): Dependent => ({
  ...counting(kind, log, 'product_id = :product AND ad_id = :id'),
  log,
});
