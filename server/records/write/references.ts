import type { Fields, RefKind } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import { placeholders, type Tx } from '../../db/database';
import { otherSequence, sequenceOf, tableOf, visible } from '../visibility';
import type { Values } from '../setting-definition';

const CHUNK = 1000;

/** Returns the ids that the actor may refer to, and locks their rows until the transaction ends. */
async function usable(
  tx: Tx,
  actor: Actor,
  kind: RefKind | 'adType',
  ids: readonly number[],
  productId: number | null,
): Promise<Set<number>> {
  if (kind === 'product') return new Set(actor.productIds);
  const conditions = visible(actor, kind, productId);
  const where = conditions.map(({ sql }) => `(${sql})`).join(' AND ');
  const usableIds = new Set<number>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const rows = await tx.query<{ id: number }>(
      // The lock prevents the deletion of a row that is about to be referenced.
      `SELECT e.id FROM ${tableOf(kind)} e WHERE e.id IN (${placeholders(chunk)}) AND ${where}${tx.needsLocks ? ' LOCK IN SHARE MODE' : ''}`,
      [...chunk, ...conditions.flatMap(({ params }) => params)],
    );
    for (const { id } of rows) usableIds.add(id);
  }
  return usableIds;
}

const idsOf = (value: unknown): number[] =>
  Array.isArray(value) ? value.map(Number) : value == null ? [] : [Number(value)];

/** Returns the references that are new; existing ones are not checked again. */
export function newIds(name: string, values: Values, current: Values | null): number[] {
  const known = new Set(idsOf(current?.[name]));
  return idsOf(values[name]).filter((id) => !known.has(id));
}

/**
 * Refuses ids that the actor may not see or that belong to another product, whether they exist or not.
 * @param rows the values to save with the current ones
 * @throws FORBIDDEN 'no permission to view the data for the specified conditions', naming the fields;
 * BAD_USER_INPUT for visible ad types of another position
 */
export async function requireReferences(
  tx: Tx,
  actor: Actor,
  fields: Fields,
  rows: ReadonlyArray<{
    readonly values: Values;
    readonly current: Values | null;
    readonly productId: number | null;
  }>,
): Promise<void> {
  const wrong = new Set<string>();
  const misplaced: Record<string, string> = {};
  for (const [name, { refers }] of Object.entries(fields)) {
    if (!refers) continue;
    const byProduct = new Map<number | null, Set<number>>();
    for (const { values, current, productId } of rows) {
      const ids = newIds(name, values, current);
      if (ids.length > 0) byProduct.set(productId, new Set([...(byProduct.get(productId) ?? []), ...ids]));
    }
    for (const [productId, ids] of byProduct) {
      const isUsable = async (kind: RefKind | 'adType'): Promise<boolean> => {
        const usableIds = await usable(tx, actor, kind, [...ids], productId);
        return [...ids].every((id) => usableIds.has(id));
      };
      if (await isUsable(refers)) continue;
      const sequence = sequenceOf(refers);
      if (sequence !== null && (await isUsable('adType'))) misplaced[name] = sequence;
      else wrong.add(name);
    }
  }
  if (wrong.size === 0 && Object.keys(misplaced).length > 0) throw otherSequence(misplaced);
  if (wrong.size === 0) return;
  throw new Failure('FORBIDDEN', 'noPermissionForConditions', {
    fields: Object.fromEntries([...wrong].map((name) => [name, [{ key: 'noPermissionForConditions' }]])),
  });
}
