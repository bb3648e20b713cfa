import { DAY_MS, inEventOrder } from '../../../shared/domain/journey';
import { OPEN_DAYS } from '../../../shared/domain/retention';
import type { Tx } from '../../db/database';
import { isErased } from '../privacy/persons';
import type { InteractionRow, TouchRow } from '../derive/histories';
import { countEvents } from '../derive/complete-visitors';
import { select, sql, updateRows } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { moveClickKeys } from './click-keys';
import type { InteractionInsert, ViewInsert } from './rows';

/** A stored click with the columns of derivation and paths. */
export type CarriedClick = InteractionRow &
  TouchRow & { readonly claimed_visitor_id: string; referrer: string | null };

const CARRIED_SQL = `SELECT id, time, day, visitor_id, claimed_visitor_id, ad_id, device, redirect_id, lpo_entry_id, tracking_term, performance_flag, access_id,
    NULL AS landing_url, referrer, door, click_keys, landing_signs, excluded_reason, counted, first_touch, reference_id
  FROM interaction WHERE door <> 'landing'`;

/** Clicks that the landings of a batch carry. */
export interface Carried {
  /** Stored clicks to hand over. Their rows here have the new visitor and landing; the database does not yet. */
  readonly clicks: readonly CarriedClick[];
  /** Clicks of the same batch to hand over: id -> landing. */
  readonly own: ReadonlyMap<string, ViewInsert>;
  /** Visitors of landings whose clicks are left to derivation. */
  readonly left: ReadonlySet<string>;
}

/** Columns of a click that its landing decides. */
export const carriedBy = ({ visitor_id, id, url, referrer }: ViewInsert) => ({
  visitor_id,
  access_id: id,
  landing_url: url,
  referrer,
});

/** The rest of a batch besides its landings. */
export interface BatchContext {
  readonly interactions: readonly InteractionInsert[];
  /** Number of events in the batch by visitor. */
  readonly counts: ReadonlyMap<string, number>;
  /** Interactions that conversions of the batch name. */
  readonly named: ReadonlySet<string>;
}

/**
 * Returns the first landing that carries an interaction, if all are by one new visitor; null if derivation must
 * decide.
 */
function takerOf(landings: readonly ViewInsert[], fresh: ReadonlySet<string>): ViewInsert | null {
  const [first] = inEventOrder(landings);
  if (!first || !fresh.has(first.visitor_id) || isErased(first.visitor_id)) return null;
  return landings.every((view) => view.visitor_id === first.visitor_id && view.excluded_reason === null)
    ? first
    : null;
}

/**
 * True for a visitor with a single click on an open day: derived as stored, and without other events to
 * update.
 */
function isAlone(click: CarriedClick, counts: ReadonlyMap<string, number>, openFrom: number): boolean {
  const { id, visitor_id, claimed_visitor_id, time } = click;
  const asStored =
    click.excluded_reason === null &&
    click.counted === 1 &&
    click.first_touch === 1 &&
    click.reference_id === id;
  return (
    asStored &&
    visitor_id === claimed_visitor_id &&
    !isErased(visitor_id) &&
    counts.get(visitor_id) === 1 &&
    time >= openFrom
  );
}

/** The same for a click that is not stored yet. A click that landed under its own visitor does not move. */
function isNewAndAlone(
  click: InteractionInsert,
  taker: string,
  { counts, named }: BatchContext,
  fresh: ReadonlySet<string>,
  openFrom: number,
): boolean {
  const { id, visitor_id, time } = click;
  if (
    click.door === 'landing' ||
    click.excluded_reason !== null ||
    named.has(id) ||
    isErased(visitor_id) ||
    time < openFrom
  )
    return false;
  return visitor_id === taker || (fresh.has(visitor_id) && counts.get(visitor_id) === 1);
}

/**
 * Finds the clicks that can be handed over at once to the new visitors of their landings. This is the usual
 * case: one click and its landing page, with the click stored before or in the same batch. The rest,
 * including clicks of concurrent transactions, is left to derivation, which checks each of these visitors
 * again.
 *
 * @param landings views of the batch that carry an interaction
 * @param fresh visitors without stored events
 */
export async function carriedClicks(
  tx: Pick<Tx, 'query'>,
  productId: number,
  landings: readonly ViewInsert[],
  fresh: ReadonlySet<string>,
  context: BatchContext,
  now: number,
): Promise<Carried> {
  const byRef = groupBy(landings, (view) => view.interaction_ref ?? '');
  if (byRef.size === 0) return { clicks: [], own: new Map(), left: new Set() };
  const left = new Set<string>();
  const leave = (id: string) => byRef.get(id)?.forEach((view) => left.add(view.visitor_id));
  const takers = new Map([...byRef].map(([id, views]) => [id, takerOf(views, fresh)]));
  for (const [id, taker] of takers) if (taker === null) leave(id);
  const openFrom = now - OPEN_DAYS * DAY_MS;
  const own = context.interactions.filter(({ id }) => byRef.has(id));
  for (const click of own) {
    const taker = takers.get(click.id) ?? null;
    if (taker === null || !isNewAndAlone(click, taker.visitor_id, context, fresh, openFrom)) leave(click.id);
  }
  const ownIds = new Set(own.map(({ id }) => id));
  const stored = await select<CarriedClick>(tx)`${sql(CARRIED_SQL)} AND product_id = ${productId}
    AND id IN ${[...byRef.keys()].filter((id) => !ownIds.has(id))}`;
  const ids = [...ownIds, ...stored.map(({ id }) => id)];
  const carriers = await select<{ interaction_ref: string }>(tx)`SELECT DISTINCT interaction_ref
    FROM access_ref WHERE product_id = ${productId} AND interaction_ref IN ${ids}`;
  for (const { interaction_ref } of carriers) leave(interaction_ref);
  const counts = await countEvents(tx, productId, [...new Set(stored.map(({ visitor_id }) => visitor_id))]);
  for (const click of stored) if (!isAlone(click, counts, openFrom)) leave(click.id);
  const takenOver = (id: string): ViewInsert | null => {
    const taker = takers.get(id) ?? null;
    return taker === null || left.has(taker.visitor_id) ? null : taker;
  };
  return {
    clicks: stored.flatMap((click) => {
      const taker = takenOver(click.id);
      return taker === null ? [] : [Object.assign(click, carriedBy(taker))];
    }),
    own: new Map(
      own.flatMap(({ id }) => {
        const taker = takenOver(id);
        return taker === null ? [] : [[id, taker] as const];
      }),
    ),
    left,
  };
}

/** Stores the new visitors of the clicks, and the values derived with those visitors' other events. */
export async function handOverCarried(
  tx: Pick<Tx, 'execute'>,
  productId: number,
  clicks: readonly CarriedClick[],
): Promise<void> {
  const [later, first] = [
    clicks.filter((click) => click.reference_id !== click.id),
    clicks.filter((click) => click.reference_id === click.id),
  ];
  const updateOf = (click: (typeof clicks)[number]) => ({ key: click.id, values: click });
  const carried = ['visitor_id', 'access_id', 'landing_url', 'referrer'] as const;
  await updateRows(tx, 'interaction', carried, productId, first.map(updateOf));
  await moveClickKeys(tx, productId, clicks);
  const columns = [...carried, 'counted', 'first_touch', 'reference_id'] as const;
  await updateRows(tx, 'interaction', columns, productId, later.map(updateOf));
}
