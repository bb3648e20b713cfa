import type { UnknownRecord } from '../../shared/records';
import { searchFor } from '../../shared/format';
import type { Database } from '../db/database';
import { breather } from '../backpressure/yield-to-traffic';
import { allOf, never, type Condition } from './condition';
import type { ListSpec } from './list-spec';

/**
 * The rows of a list of settings in whose texts a keyword is found, as a condition on their ids. No database folds
 * width and case like the other, so the texts are read and compared here: nothing has to be kept beside them by
 * whoever writes them. Settings are few enough for that; logs leave it to the database (`holds`).
 *
 * @param among the rows that are asked for otherwise
 */
export async function found(
  db: Database,
  spec: ListSpec,
  texts: readonly string[],
  keyword: string,
  among: readonly Condition[],
): Promise<Condition> {
  if (texts.length === 0) return never;
  const where = allOf(among);
  const columns = texts.map((sql, index) => `${sql} AS t${index}`).join(', ');
  const rows = await db.read<UnknownRecord>(
    `SELECT e.${spec.key} AS id, ${columns} FROM ${spec.table} e WHERE ${where.sql}`,
    where.params,
  );
  const isFound = searchFor(keyword);
  const breathe = breather();
  const ids: number[] = [];
  for (const row of rows) {
    // A word never reaches from one text into the next.
    if (isFound(texts.map((_, index) => String(row[`t${index}`] ?? '')).join('\n'))) ids.push(Number(row.id));
    await breathe();
  }
  // Numbers of our own stand in the statement itself: more of them than a statement takes values.
  return ids.length === 0 ? never : { sql: `e.${spec.key} IN (${ids.join(',')})`, params: [] };
}
