import {
  APP_EXIT_MS,
  assignLandings,
  CLICK_ID_YOUNGER_MS,
  isBetween,
  landingOutsideApp,
  type AppLanding,
} from '../../../shared/domain/journey';
import type { Tx } from '../../db/database';
import { select, sql, updateRows } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { moveClickKeys } from '../ingest/click-keys';
import { isErased } from '../privacy/persons';
import type { OnDifference } from './changes';
import { readClickIdJoins, type ClickIdJoins } from './click-id-joins';

interface ClickRow {
  id: string;
  time: number;
  day: number;
  visitor_id: string;
  claimed_visitor_id: string;
  excluded_reason: string | null;
  access_id: string | null;
  click_keys: string | null;
}

interface NamingRow {
  id: number;
  event_id: string;
  time: number;
  day: number;
  visitor_id: string;
  interaction_ref: string;
}

type ConvertedRow = Pick<NamingRow, 'visitor_id' | 'time'> & { interaction_ref: string | null };

// No landing can carry an interaction that a landing created.
const CLICK_SQL = `SELECT id, time, day, visitor_id, claimed_visitor_id, excluded_reason, access_id, click_keys FROM interaction
  WHERE door <> 'landing'`;
const NAMING_SQL = `SELECT id, event_id, time, day, visitor_id, interaction_ref FROM conversion`;
// Derivation decides which conversion repeats an order; the visitor bought all the same.
const CONVERTED_SQL = `SELECT visitor_id, interaction_ref, time FROM conversion
  WHERE by_user = 0 AND (excluded_reason IS NULL OR excluded_reason = 'duplicate_order')`;

interface HandOverResult {
  /** Visitor id -> epoch milliseconds of its first change. */
  affected: Map<string, number>;
  /** Visitors that lost or gained an interaction or conversion. */
  changed: Set<string>;
}

/** A click and the landing that decides its owner; null if none does. */
interface Decision {
  readonly click: ClickRow;
  readonly landing: AppLanding | null;
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
  }

  private clicksById(ids: readonly string[]): Promise<ClickRow[]> {
    return select<ClickRow>(this.tx)`${sql(CLICK_SQL)} AND product_id = ${this.productId} AND id IN ${ids}`;
  }

  /** Reads the visitors' interactions, those that their landings carry, and all that share click ids. */
  private async clicks(): Promise<{ clicks: ClickRow[]; joins: ClickIdJoins }> {
    const { tx, productId, ids, since } = this;
    const own = await select<ClickRow>(tx)`${sql(CLICK_SQL)} AND product_id = ${productId}
      AND visitor_id IN ${ids} AND time >= ${since}`;
    const carried = await select<{ interaction_ref: string }>(tx)`SELECT interaction_ref FROM access_ref
      WHERE product_id = ${productId} AND visitor_id IN ${ids}
      AND time >= ${Math.max(since - APP_EXIT_MS, Number.MIN_SAFE_INTEGER)}`;
    const known = new Set(own.map((row) => row.id));
    const others = new Set(carried.map((row) => row.interaction_ref).filter((id) => !known.has(id)));
    const clicks = [...own, ...(await this.clicksById([...others]))];
    for (const { id } of clicks) known.add(id);
    const joins = await readClickIdJoins(tx, productId, ids, clicks, since);
    const joined = [...joins.clicks.keys()].filter((id) => !known.has(id));
    clicks.push(...(await this.clicksById(joined)));
    return { clicks, joins };
  }

  /** Reads the counted landings that carry these clicks, by their ids or click ids. */
  private async landingsOf(clicks: readonly ClickRow[], joins: ClickIdJoins): Promise<AppLanding[]> {
    const { tx, productId } = this;
    const rows = await select<Omit<AppLanding, 'keys'>>(tx)`SELECT access_id AS id, time,
      visitor_id AS visitorId, interaction_ref AS interactionRef, in_app AS inApp, network FROM access_ref
      WHERE product_id = ${productId} AND interaction_ref IN ${clicks.map(({ id }) => id)}`;
    const landings = rows.map((row): AppLanding => ({ ...row, inApp: Boolean(row.inApp), keys: [] }));
    for (const view of joins.views.values())
      landings.push({ ...view, keys: [...view.keys], interactionRef: null, inApp: false, network: null });
    const excluded = await select<{ id: string }>(tx)`SELECT id FROM access
      WHERE excluded_reason IS NOT NULL AND product_id = ${productId}
      AND id IN ${landings.map(({ id }) => id)}`;
    const without = new Set(excluded.map(({ id }) => id));
    return landings.filter(({ id }) => !without.has(id));
  }

  /** Finds the landing that decides the owner of each click. */
  private async decide(): Promise<Decision[]> {
    const { clicks: all, joins } = await this.clicks();
    const clicks = all.filter(({ time }) => time >= this.openFrom);
    // Sealed clicks keep their landings: some of the events behind them are deleted.
    const taken = new Set(all.filter(({ time }) => time < this.openFrom).map((click) => click.access_id));
    const landings = (await this.landingsOf(clicks, joins)).filter(({ id }) => !taken.has(id));
    const erased = new Set(clicks.filter(({ visitor_id: id }) => isErased(id)).map(({ id }) => id));
    // Interactions of an erased person go to no other visitor, even if one carries their id.
    const mayTake = (id: string | null, { visitorId }: AppLanding) =>
      id === null || !erased.has(id) || isErased(visitorId);
    const assigned = assignLandings(
      clicks.map(({ id, time, excluded_reason: excluded }) => ({
        id,
        time,
        keys: excluded === null ? [...(joins.clicks.get(id)?.keys ?? [])] : [],
      })),
      landings.filter((landing) => mayTake(landing.interactionRef, landing)),
    );
    const byRef = groupBy(
      landings.filter(({ interactionRef }) => interactionRef !== null),
      ({ interactionRef }) => interactionRef ?? '',
    );
    const exits = clicks.flatMap(({ id }) => {
      const first = assigned.get(id);
      if (!first) return [];
      const next = landingOutsideApp(first, byRef.get(id) ?? []);
      return next && mayTake(id, next) ? [{ id, first, next }] : [];
    });
    for (const exit of await this.withoutConversion(exits)) assigned.set(exit.id, exit.next);
    return clicks.map((click) => ({ click, landing: assigned.get(click.id) ?? null }));
  }

  /** Returns the exits from apps before which the first landing's visitor did not convert. */
  private async withoutConversion<E extends { id: string; first: AppLanding; next: AppLanding }>(
    exits: readonly E[],
  ): Promise<E[]> {
    if (exits.length === 0) return [];
    const { tx, productId } = this;
    const read = (column: string, idOf: (exit: E) => string) =>
      select<ConvertedRow>(
        tx,
      )`${sql(CONVERTED_SQL)} AND product_id = ${productId} AND ${sql(column)} IN ${exits.map(idOf)}`;
    const own = await read('visitor_id', ({ first }) => first.visitorId);
    const naming = await read('interaction_ref', ({ id }) => id);
    return exits.filter(({ id, first, next }) => {
      // One that names another interaction may move with it.
      const converted = [
        ...own.filter((row) => row.interaction_ref === null && row.visitor_id === first.visitorId),
        ...naming.filter((row) => row.interaction_ref === id),
      ];
      const times = converted.map(({ time }) => time);
      return !isBetween(times, first, next);
    });
  }

  private async moveInteractions(): Promise<Map<string, string>> {
    const { tx, productId } = this;
    const decisions = (await this.decide()).filter(
      ({ click, landing }) =>
        click.visitor_id !== (landing?.visitorId ?? click.claimed_visitor_id) ||
        click.access_id !== (landing?.id ?? null),
    );
    const pages = await select<{ id: string; url: string | null; referrer: string | null }>(tx)`SELECT id,
      url, referrer FROM access WHERE product_id = ${productId}
      AND id IN ${decisions.flatMap(({ landing }) => landing?.id ?? [])}`;
    const pageOf = new Map(pages.map((page) => [page.id, page]));
    const moved = new Map<string, string>();
    const updates = decisions.map(({ click, landing }) => {
      const owner = landing?.visitorId ?? click.claimed_visitor_id;
      const page = landing && pageOf.get(landing.id);
      for (const visitorId of new Set([click.visitor_id, owner])) {
        // The landing may be a little older than the click.
        this.markAffected(visitorId, Math.max(click.time - CLICK_ID_YOUNGER_MS, this.openFrom));
        if (click.visitor_id !== owner) this.changed.add(visitorId);
      }
      if (click.visitor_id !== owner) moved.set(click.id, owner);
      this.report({ table: 'interaction', id: click.id, day: click.day });
      return {
        key: click.id,
        values: [owner, landing?.id ?? null, page?.url ?? null, page?.referrer ?? null],
      };
    });
    const columns = ['visitor_id', 'access_id', 'landing_url', 'referrer'];
    await updateRows(tx, 'interaction', columns, productId, updates);
    const movedClicks = decisions.flatMap(({ click }) => {
      const owner = moved.get(click.id);
      return owner === undefined ? [] : [{ ...click, visitor_id: owner }];
    });
    await moveClickKeys(tx, productId, movedClicks);
    return moved;
  }

  /** Moves conversions that name a moved interaction, and those stored during a concurrent move. */
  private async moveConversions(moved: ReadonlyMap<string, string>): Promise<void> {
    const { tx, productId, ids, since } = this;
    const naming = [
      ...(await select<NamingRow>(tx)`${sql(NAMING_SQL)}
        WHERE product_id = ${productId} AND interaction_ref IN ${moved.keys()}`),
      ...(await select<NamingRow>(tx)`${sql(NAMING_SQL)}
        WHERE product_id = ${productId} AND visitor_id IN ${ids} AND interaction_ref IS NOT NULL
        AND time >= ${since}`),
    ];
    const owners = await select<{ id: string; visitor_id: string }>(tx)`SELECT id, visitor_id
      FROM interaction
      WHERE product_id = ${productId} AND id IN ${new Set(naming.map((row) => row.interaction_ref))}`;
    const ownerOf = new Map(owners.map((row) => [row.id, row.visitor_id]));
    const updates = new Map<number, string>();
    for (const row of naming) {
      const owner = ownerOf.get(row.interaction_ref) ?? row.visitor_id;
      if (owner === row.visitor_id || updates.has(row.id)) continue;
      updates.set(row.id, owner);
      for (const visitorId of [row.visitor_id, owner]) {
        this.markAffected(visitorId, row.time);
        this.changed.add(visitorId);
      }
      this.report({ table: 'conversion', id: row.event_id, day: row.day });
    }
    const rows = [...updates].map(([key, owner]) => ({ key, values: [owner] }));
    await updateRows(tx, 'conversion', ['visitor_id'], productId, rows);
  }
}

/**
 * Assigns each interaction to the visitor of the landing that hands it over, else to the visitor that created
 * it: the first landing with its id or one of its click ids, or the next one outside an app (domain.md section
 * 3 and 8.3, 8.4). Conversions that name the interaction follow it.
 *
 * This runs with every derivation, even after `carriedClicks`: concurrent transactions that store a click and
 * its landing don't see each other. The later derivation sees both.
 *
 * @param visitors visitor id -> epoch milliseconds of its first change
 * @param openFrom interactions before this instant are sealed and stay
 * @returns the visitors, including those that lost or gained something
 */
export function applyHandOver(
  tx: Tx,
  productId: number,
  visitors: ReadonlyMap<string, number>,
  openFrom: number,
  report: OnDifference,
): Promise<HandOverResult> {
  return new HandOver(tx, productId, visitors, openFrom, report).apply();
}
