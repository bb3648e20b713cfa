import { interactionOwner } from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { selectIn, updateRows, chunksOf } from '../../db/chunks';
import { groupBy } from '../../platform/group-by';
import { isErased } from '../privacy/persons';
import { openFrom } from '../privacy/seal';
import { StaleMarks } from '../stale';
import { writeConversions, writeInteractions, writeMoved, writeViews, type OnDifference } from './changes';
import { NO_PATH, evaluate, type ConversionFacts, visitorJourney } from './visitor-journey';
import { affectedConversions, loadTouches } from './customers';
import { NO_ACQUISITION } from './complete-visitors';
import { loadHistories, LONG_HISTORY } from './histories';

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

interface NamingRow {
  id: number;
  event_id: string;
  time: number;
  day: number;
  visitor_id: string;
  interaction_ref: string;
}

// Interactions created by a landing have access_id set; no landing can carry their id.
const CLICK_SQL = `SELECT id, time, day, visitor_id, claimed_visitor_id FROM interaction
  WHERE access_id IS NULL AND product_id = ? AND`;
const NAMING_SQL = `SELECT id, event_id, time, day, visitor_id, interaction_ref FROM conversion
  WHERE product_id = ? AND`;

interface HandOverResult {
  /** Visitor id -> epoch milliseconds of its first change. */
  affected: Map<string, number>;
  /** Visitors that lost or gained an interaction or conversion. */
  changed: Set<string>;
}

/** Hands interactions over between visitors, with the conversions that name them. */
class HandOver {
  private readonly affected: Map<string, number>;
  private readonly changed = new Set<string>();
  private readonly ids: readonly string[];
  private readonly since: number;

  constructor(
    private readonly tx: Tx,
    private readonly productId: number,
    visitors: ReadonlyMap<string, number>,
    private readonly openFrom: number,
    private readonly report: OnDifference,
  ) {
    this.affected = new Map(visitors);
    this.ids = [...visitors.keys()];
    this.since = [...visitors.values()].reduce((least, since) => Math.min(least, since), Infinity);
  }

  async apply(): Promise<HandOverResult> {
    const moved = await this.moveInteractions();
    await this.moveConversions(moved);
    return { affected: this.affected, changed: this.changed };
  }

  private markAffected(visitorId: string, since: number): void {
    this.affected.set(visitorId, Math.min(this.affected.get(visitorId) ?? since, since));
    this.changed.add(visitorId);
  }

  /** Reads the visitors' interactions, and those that their landings carry. */
  private async clicks(): Promise<ClickRow[]> {
    const { tx, productId, ids, since } = this;
    const own = await selectIn<ClickRow>(
      tx,
      `${CLICK_SQL} visitor_id IN`,
      [productId],
      ids,
      'AND time >= ?',
      [since],
    );
    const carried = await selectIn<{ interaction_ref: string }>(
      tx,
      'SELECT interaction_ref FROM access_ref WHERE product_id = ? AND visitor_id IN',
      [productId],
      ids,
      'AND time >= ?',
      [since],
    );
    const known = new Set(own.map((row) => row.id));
    const others = new Set(carried.map((row) => row.interaction_ref).filter((id) => !known.has(id)));
    const carriedByThem = await selectIn<ClickRow>(tx, `${CLICK_SQL} id IN`, [productId], [...others]);
    return [...own, ...carriedByThem.filter(({ time }) => time >= this.openFrom)];
  }

  /** Groups the counted landings that carry these interactions by interaction. */
  private async landingsOf(clicks: readonly ClickRow[]): Promise<Map<string, LandingRow[]>> {
    const { tx, productId } = this;
    const landings = await selectIn<LandingRow>(
      tx,
      'SELECT access_id AS id, time, visitor_id, interaction_ref FROM access_ref WHERE product_id = ? AND interaction_ref IN',
      [productId],
      clicks.map((click) => click.id),
    );
    const excluded = await selectIn<{ id: string }>(
      tx,
      'SELECT id FROM access WHERE excluded_reason IS NOT NULL AND product_id = ? AND id IN',
      [productId],
      landings.map((row) => row.id),
    );
    const without = new Set(excluded.map((row) => row.id));
    return groupBy(
      landings.filter((row) => !without.has(row.id)),
      (row) => row.interaction_ref,
    );
  }

  private async moveInteractions(): Promise<Map<string, string>> {
    const { tx, productId } = this;
    const clicks = await this.clicks();
    const landings = await this.landingsOf(clicks);
    const moved = new Map<string, string>();
    for (const click of clicks) {
      // Interactions of an erased person go to no other visitor, even if one carries their id.
      const may = (row: LandingRow) => !isErased(click.visitor_id) || isErased(row.visitor_id);
      const claims = (landings.get(click.id) ?? [])
        .filter(may)
        .map((row) => ({ id: row.id, time: row.time, visitorId: row.visitor_id }));
      const owner = interactionOwner(click.claimed_visitor_id, claims);
      if (owner === click.visitor_id) continue;
      moved.set(click.id, owner);
      this.markAffected(click.visitor_id, click.time);
      this.markAffected(owner, click.time);
      this.report({ table: 'interaction', id: click.id, day: click.day });
    }
    const updates = [...moved].map(([key, owner]) => ({ key, values: [owner] }));
    await updateRows(tx, 'interaction', 'id', ['visitor_id'], productId, updates);
    return moved;
  }

  /** Moves conversions that name a moved interaction, and those stored during a concurrent move. */
  private async moveConversions(moved: ReadonlyMap<string, string>): Promise<void> {
    const { tx, productId, ids, since } = this;
    const naming = [
      ...(await selectIn<NamingRow>(tx, `${NAMING_SQL} interaction_ref IN`, [productId], [...moved.keys()])),
      ...(await selectIn<NamingRow>(
        tx,
        `${NAMING_SQL} visitor_id IN`,
        [productId],
        ids,
        'AND interaction_ref IS NOT NULL AND time >= ?',
        [since],
      )),
    ];
    const owners = await selectIn<{ id: string; visitor_id: string }>(
      tx,
      'SELECT id, visitor_id FROM interaction WHERE product_id = ? AND id IN',
      [productId],
      [...new Set(naming.map((row) => row.interaction_ref))],
    );
    const ownerOf = new Map(owners.map((row) => [row.id, row.visitor_id]));
    const updates = new Map<number, string>();
    for (const row of naming) {
      const owner = ownerOf.get(row.interaction_ref) ?? row.visitor_id;
      if (owner === row.visitor_id || updates.has(row.id)) continue;
      updates.set(row.id, owner);
      this.markAffected(row.visitor_id, row.time);
      this.markAffected(owner, row.time);
      this.report({ table: 'conversion', id: row.event_id, day: row.day });
    }
    const rows = [...updates].map(([key, owner]) => ({ key, values: [owner] }));
    await updateRows(tx, 'conversion', 'id', ['visitor_id'], productId, rows);
  }
}

/**
 * Assigns each interaction to the visitor of the first landing that carries its id, else to the visitor that
 * created it. Conversions that name the interaction follow it.
 *
 * This runs with every derivation, even after `carriedClicks`: concurrent transactions that store a click and
 * its landing don't see each other. The later derivation sees both.
 *
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param openFrom interactions before this instant are sealed and stay
 * @returns the visitors, including those that lost or gained something
 */
function applyHandOver(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  openFrom: number,
  report: OnDifference,
): Promise<HandOverResult> {
  return new HandOver(tx, productId, visitors, openFrom, report).apply();
}

/** Approximate number of touches in memory at once. */
const TOUCHES_AT_ONCE = 20_000;

/**
 * Derives the data of these visitors from their stored events: hand-overs, references, first touches, visits
 * and counted landings. Also derives the conversions that they can affect: repeats, paths, credited ads and
 * shares. The result depends only on the stored events, so repetition and order don't matter. Writes only
 * rows that differ and marks their days for the rollups. Sealed rows stay, because some of the events behind
 * them are deleted.
 *
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param report called for each row that differs
 * @param longest see `loadHistories`
 */
export async function deriveVisitors(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  report: OnDifference = () => undefined,
  longest = LONG_HISTORY,
): Promise<void> {
  const stale = new StaleMarks(productId);
  const target = { tx, productId, stale, report };
  const from = await openFrom(tx, productId);
  const open = new Map([...visitors].map(([id, since]) => [id, Math.max(since, from)]));
  const { affected, changed } = await applyHandOver(tx, productId, open, from, report);
  const journeys = (await loadHistories(tx, productId, affected, from, longest)).map(visitorJourney);
  const interactions = journeys.flatMap((journey) => journey.interactions);
  const rewritten = await writeInteractions(target, interactions);
  for (const { row } of interactions) if (rewritten.has(row.id)) changed.add(row.visitor_id);
  await writeViews(
    target,
    journeys.flatMap((journey) => journey.views),
  );
  const { customers, excluded, moved } = await affectedConversions(tx, productId, affected, changed, from);
  await writeMoved(target, moved);
  for (const rows of chunksOf(excluded)) {
    await writeConversions(
      target,
      rows.map((row) => ({ row, facts: NO_PATH, touches: [], acquisition: NO_ACQUISITION })),
    );
  }
  const byVisitor = await loadTouches(tx, productId, customers);
  let ready: ConversionFacts[] = [];
  let size = 0;
  for (const customer of customers) {
    for (const conversion of evaluate(productId, customer, byVisitor)) {
      ready.push(conversion);
      size += conversion.touches.length;
      if (size < TOUCHES_AT_ONCE) continue;
      await writeConversions(target, ready);
      ready = [];
      size = 0;
    }
  }
  await writeConversions(target, ready);
  await stale.save(tx);
}
