import type { Actor } from '../auth/actor';
import { badInput, notFound } from '../auth/failure';
import { allOf, oneOf, type Condition } from '../db/condition';
import { productsOf, type ListArgs } from './list-args';
import { planRead } from './read-plan';
import type { ListDefinition } from './list-definition';
import type { Database } from '../db/database';
import { chunksOf } from '../db/statements';

/** The rows to act on: some by their ids, or all rows of a filter. */
export interface Selection {
  readonly ids?: readonly string[] | null | undefined;
  /** The list's filter; it names at least one product. */
  readonly filter?: ListArgs | null | undefined;
}

/** Maximum number of rows per action. */
const MAX_ROWS = 100_000;

/** Selected rows, and the condition they must still meet when they are changed. */
export interface Selected {
  readonly ids: readonly string[];
  readonly condition: Condition;
  /** Whether the condition alone selects them: all rows of a list. */
  readonly whole: boolean;
}

const ALL_ROWS: Condition = { sql: '1 = 1', params: [] };

/** Selects rows by id; the actor must see all of them. @throws NOT_FOUND */
async function selectByIds(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  given: readonly string[],
): Promise<Selected> {
  const ids = [...new Set(given)];
  if (ids.length > MAX_ROWS) throw badInput({ ids: { key: 'tooMany', params: { count: MAX_ROWS } } });
  const { where } = await planRead(db, list, actor, {});
  let count = 0;
  for (const chunk of chunksOf(ids)) {
    const chunkCondition = allOf([oneOf('e.id', chunk), where]);
    const [row] = await db.read<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM ${list.table} e WHERE ${chunkCondition.sql}`,
      chunkCondition.params,
    );
    count += Number(row?.n ?? 0);
  }
  if (count < ids.length) throw notFound();
  return { ids, condition: ALL_ROWS, whole: false };
}

/**
 * Returns the selected rows that the actor may see.
 * @throws BAD_USER_INPUT when neither or both are given, the filter names no product, or too many rows are
 *   selected; NOT_FOUND; FORBIDDEN
 */
export async function selectRows(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  { ids, filter }: Selection,
): Promise<Selected> {
  if (!ids === !filter) throw badInput({ ids: { key: 'idsOrFilter' } });
  if (ids) return selectByIds(db, list, actor, ids);
  if (!filter || productsOf(filter) === null) throw badInput({ productId: { key: 'required' } });
  const { where } = await planRead(db, list, actor, { ...filter, page: 1, pageSize: null, sortName: null });
  const rows = await db.read<{ id: string }>(
    `SELECT e.id FROM ${list.table} e WHERE ${where.sql} LIMIT ${MAX_ROWS + 1}`,
    where.params,
  );
  if (rows.length > MAX_ROWS) throw badInput({ filter: { key: 'tooMany', params: { count: MAX_ROWS } } });
  return { ids: rows.map(({ id }) => id), condition: where, whole: true };
}
