import type { Actor } from '../auth/actor';
import { badInput, notFound } from '../auth/failure';
import { allOf, oneOf, type Condition } from './condition';
import { productsOf, type ListArgs } from './list-args';
import { listQuery } from './list-query';
import type { ListSpec } from './list-spec';
import type { Database } from '../db/database';
import { chunksOf } from '../journeys';

/** Which rows of a list are meant: some by their ids, or all that the list would show. */
export interface Selection {
  readonly ids?: readonly string[] | null | undefined;
  /** The list's own conditions; at least the product. */
  readonly filter?: ListArgs | null | undefined;
}

/** Most rows of one act. */
const MOST = 100_000;

/** Rows that are meant, and what must hold of them still when they are changed. */
export interface Selected {
  readonly ids: readonly string[];
  readonly still: Condition;
  /** Whether `still` alone means them: all rows of a list. */
  readonly whole: boolean;
}

const EVERY: Condition = { sql: '1 = 1', params: [] };

/** The ids given, all of which must be the actor's to see. @throws NOT_FOUND */
async function byIds(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  given: readonly string[],
): Promise<Selected> {
  const ids = [...new Set(given)];
  if (ids.length > MOST) throw badInput({ ids: { key: 'tooMany', params: { max: MOST } } });
  const { where } = await listQuery(db, spec, actor, {});
  let found = 0;
  for (const chunk of chunksOf(ids)) {
    const asked = allOf([oneOf('e.id', chunk), where]);
    const [row] = await db.read<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM ${spec.table} e WHERE ${asked.sql}`,
      asked.params,
    );
    found += Number(row?.n ?? 0);
  }
  if (found < ids.length) throw notFound();
  return { ids, still: EVERY, whole: false };
}

/**
 * The rows that are meant, among those that the actor may see.
 * @throws BAD_USER_INPUT where neither or both are given, a filter names no product, or too many are meant; NOT_FOUND; FORBIDDEN
 */
export async function selected(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  { ids, filter }: Selection,
): Promise<Selected> {
  if (!ids === !filter) throw badInput({ ids: { key: 'idsOrFilter' } });
  if (ids) return byIds(db, spec, actor, ids);
  if (!filter || productsOf(filter) === null) throw badInput({ productId: { key: 'required' } });
  const { where } = await listQuery(db, spec, actor, { ...filter, page: 1, pageSize: null, sortName: null });
  const rows = await db.read<{ id: string }>(
    `SELECT e.id FROM ${spec.table} e WHERE ${where.sql} LIMIT ${MOST + 1}`,
    where.params,
  );
  if (rows.length > MOST) throw badInput({ filter: { key: 'tooMany', params: { max: MOST } } });
  return { ids: rows.map(({ id }) => id), still: where, whole: true };
}
