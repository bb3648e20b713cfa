import { interactionOwner } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { selectIn, updateRows } from '../sql/chunks';
import { groupBy } from '../sql/group-by';
import type { StaleMarks } from '../sql/stale';

interface ClickRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  claimed_visitor_id: string;
}

interface LandingRow {
  id: string;
  time: number;
  visitor_id: string;
  interaction_ref: string;
}

interface FollowingRow {
  id: number;
  time: number;
  visitor_id: string;
  interaction_ref: string;
}

/**
 * Gives each named interaction to the visitor of the first landing that carries its id, or back
 * to the visitor that made it, and moves the conversions that named their visitor by it along.
 * Reads the logs only, so it may run again at any time. Interactions that a landing itself made
 * have no id that a landing could carry.
 *
 * @returns the interactions that moved.
 */
export async function applyHandOver(
  tx: Tx,
  productId: number,
  interactionIds: readonly string[],
  stale: StaleMarks,
): Promise<{ id: string; day: number }[]> {
  if (interactionIds.length === 0) return [];
  const landings = await selectIn<LandingRow>(
    tx,
    'SELECT id, time, visitor_id, interaction_ref FROM access WHERE product_id = ? AND interaction_ref IN',
    [productId],
    interactionIds,
    'AND excluded_reason IS NULL',
  );
  const landingsOf = groupBy(
    landings.map((row) => ({ id: row.id, time: row.time, visitorId: row.visitor_id, ref: row.interaction_ref })),
    (landing) => landing.ref,
  );
  const clicks = await selectIn<ClickRow>(
    tx,
    'SELECT id, time, day, visitor_id, claimed_visitor_id FROM interaction WHERE product_id = ? AND id IN',
    [productId],
    interactionIds,
    'AND access_id IS NULL',
  );
  const moved = new Map<string, string>();
  for (const click of clicks) {
    const owner = interactionOwner(click.claimed_visitor_id, landingsOf.get(click.id) ?? []);
    if (owner === click.visitor_id) continue;
    moved.set(click.id, owner);
    stale.visitor(click.visitor_id, click.time);
    stale.visitor(owner, click.time);
  }
  await updateRows(
    tx,
    'interaction',
    'id',
    ['visitor_id'],
    productId,
    [...moved].map(([key, owner]) => ({ key, values: [owner] })),
  );
  await moveConversions(tx, productId, moved, stale);
  return clicks.filter((click) => moved.has(click.id));
}

async function moveConversions(
  tx: Tx,
  productId: number,
  moved: ReadonlyMap<string, string>,
  stale: StaleMarks,
): Promise<void> {
  const following = await selectIn<FollowingRow>(
    tx,
    'SELECT id, time, visitor_id, interaction_ref FROM conversion WHERE product_id = ? AND interaction_ref IN',
    [productId],
    [...moved.keys()],
  );
  const updates = following.flatMap((row) => {
    const owner = moved.get(row.interaction_ref) ?? row.visitor_id;
    stale.visitor(row.visitor_id, row.time);
    stale.visitor(owner, row.time);
    return [{ key: row.id, values: [owner] }];
  });
  await updateRows(tx, 'conversion', 'id', ['visitor_id'], productId, updates);
}
