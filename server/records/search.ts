import type { UnknownRecord } from '../../shared/records';
import { createMatcher } from '../../shared/format';
import type { Database } from '../db/database';
import { createTrafficYield } from '../backpressure/yield-to-traffic';
import { allOf, never, type Condition } from './condition';
import type { ListSpec } from './list-spec';

/**
 * Returns a condition on the ids of the settings whose texts contain a keyword.
 * The databases fold width and case differently, so the texts are read and compared here, and writers need no
 * folded copies. Settings are few enough for this; logs search in the database.
 *
 * @param conditions the list's other conditions
 */
export async function matchKeyword(
  db: Database,
  spec: ListSpec,
  texts: readonly string[],
  keyword: string,
  conditions: readonly Condition[],
): Promise<Condition> {
  if (texts.length === 0) return never;
  const where = allOf(conditions);
  const columns = texts.map((sql, index) => `${sql} AS t${index}`).join(', ');
  const rows = await db.read<UnknownRecord>(
    `SELECT e.${spec.key} AS id, ${columns} FROM ${spec.table} e WHERE ${where.sql}`,
    where.params,
  );
  const matches = createMatcher(keyword);
  const yieldToTraffic = createTrafficYield();
  const ids: number[] = [];
  for (const row of rows) {
    // The separator keeps a word from matching across two texts.
    if (matches(texts.map((_, index) => String(row[`t${index}`] ?? '')).join('\n'))) ids.push(Number(row.id));
    await yieldToTraffic();
  }
  // Ids are written into the statement, because they can exceed the parameter limit.
  return ids.length === 0 ? never : { sql: `e.${spec.key} IN (${ids.join(',')})`, params: [] };
}
