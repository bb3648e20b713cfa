import { insertRows, type Tx } from '../../db/database';
import { customerOf } from '../derive/customers';
import { touchOf, evaluate, type ConversionFacts, visitorJourney } from '../derive/visitor-journey';
import { insertLaterConversions, laterConversion } from '../derive/complete-visitors';
import { TOUCH_COLUMNS, type NewConversionRow } from '../derive/histories';
import { select, sql } from '../../db/statements';
import { groupBy } from '../../platform/group-by';
import { isCreatedAt } from '../../platform/event-id';
import type { ClickEvent, IncomingEvent } from '../events/incoming-event';
import type { StaleMarks } from '../stale';
import {
  carriedBy,
  carriedClicks,
  handOverCarried,
  type BatchContext,
  type CarriedClick,
} from './carried-clicks';
import type { ConversionInsert, InteractionInsert, ViewInsert } from './rows';

/** Derived values of conversions without an id yet. */
type NewFacts = ConversionFacts<NewConversionRow>;
type OfVisitor = { readonly visitor_id: string };

const visitorOf = (row: OfVisitor): string => row.visitor_id;

/**
 * True if this click created the visitor. Its landing may still be stored before it; derivation detects that
 * by the number of events, as for concurrent transactions.
 */
const isFirstClick = (event: IncomingEvent): event is ClickEvent =>
  event.type === 'click' && event.door === 'redirect' && isCreatedAt(event.visitorId, event.time);

/** Returns the visitors without stored events. */
async function unknownVisitors(
  tx: Pick<Tx, 'query'>,
  productId: number,
  visitorIds: Iterable<string>,
): Promise<Set<string>> {
  const unknown = new Set(visitorIds);
  for (const table of ['interaction', 'access', 'conversion']) {
    const rows = await select<{ visitor_id: string }>(tx)`SELECT DISTINCT visitor_id FROM ${sql(table)}
      WHERE product_id = ${productId} AND visitor_id IN ${unknown}`;
    for (const { visitor_id } of rows) unknown.delete(visitor_id);
  }
  return unknown;
}

/**
 * Visitors whose first events are in this batch. Their events are stored together with derived values, as if
 * no others were on their way, so a new history is written once. Each visitor is still queued with the number
 * of its events. If derivation finds more events, or an interaction that another landing carries, it derives
 * the visitor normally.
 */
export class FreshVisitors {
  private readonly events = new Map<string, number>();
  private interactions = new Map<string, (InteractionInsert | CarriedClick)[]>();

  private constructor(
    private readonly tx: Tx,
    private readonly productId: number,
    private readonly visitors: Set<string>,
    private readonly batch: Omit<BatchContext, 'interactions'>,
  ) {}

  /** @param events events that the batch stores */
  static async among(tx: Tx, productId: number, events: readonly IncomingEvent[]): Promise<FreshVisitors> {
    const counts = new Map<string, number>();
    const created = new Set<string>();
    const named = new Set<string>();
    for (const event of events) {
      const { visitorId } = event;
      if (visitorId !== null) counts.set(visitorId, (counts.get(visitorId) ?? 0) + 1);
      if (isFirstClick(event)) created.add(event.visitorId);
      if (event.type === 'conversion' && event.interactionRef !== null) named.add(event.interactionRef);
    }
    const unknown = await unknownVisitors(
      tx,
      productId,
      [...counts.keys()].filter((id) => !created.has(id)),
    );
    return new FreshVisitors(tx, productId, new Set([...created, ...unknown]), { counts, named });
  }

  /**
   * Fills in the derived values of new visitors' rows before they are stored. Clicks that their landings
   * carry are handed over, including those among `interactions`.
   * @param now epoch milliseconds
   */
  async fillContacts(
    interactions: readonly InteractionInsert[],
    views: readonly ViewInsert[],
    now: number,
  ): Promise<void> {
    const { tx, productId, visitors } = this;
    const landings = views.filter((view) => view.interaction_ref !== null);
    const { clicks, own, left } = await carriedClicks(
      tx,
      productId,
      landings,
      visitors,
      { ...this.batch, interactions },
      now,
    );
    for (const visitorId of left) visitors.delete(visitorId);
    for (const row of interactions) {
      const landing = own.get(row.id);
      if (landing) Object.assign(row, carriedBy(landing));
    }
    const fresh = <R extends OfVisitor>(rows: readonly R[]) =>
      groupBy(
        rows.filter((row) => this.visitors.has(visitorOf(row))),
        visitorOf,
      );
    this.interactions = fresh([...interactions, ...clicks]);
    const viewsOf = fresh(views);
    for (const visitorId of new Set([...this.interactions.keys(), ...viewsOf.keys()])) {
      const touched = this.interactions.get(visitorId) ?? [];
      const seen = viewsOf.get(visitorId) ?? [];
      this.events.set(visitorId, touched.length + seen.length);
      const journey = visitorJourney({ since: -Infinity, interactions: touched, views: seen });
      // These rows are the objects that are stored next.
      for (const { row, counted, first_touch, reference_id } of journey.interactions) {
        row.counted = counted;
        row.first_touch = first_touch;
        row.reference_id = reference_id;
      }
      for (const { row, interaction_id, ad_id, redirect_id, lpo_entry_id } of journey.views) {
        row.interaction_id = interaction_id;
        row.ad_id = ad_id;
        row.redirect_id = redirect_id;
        row.lpo_entry_id = lpo_entry_id;
      }
    }
    await handOverCarried(tx, productId, clicks);
  }

  /**
   * Does the same for conversions. Those with a customer id or an order are left to derivation, because of the
   * visitors that share it.
   * @returns values for `storeTouches` after the conversions are stored
   */
  fillConversions(rows: readonly ConversionInsert[]): NewFacts[] {
    const facts: NewFacts[] = [];
    const own = groupBy(
      rows.filter((row) => this.visitors.has(visitorOf(row))),
      visitorOf,
    );
    for (const [visitorId, conversions] of own) {
      if (conversions.some((row) => row.user_id !== null || row.order_digest !== null)) continue;
      this.events.set(visitorId, (this.events.get(visitorId) ?? 0) + conversions.length);
      const counting = conversions.filter((row) => row.excluded_reason === null);
      const customer = customerOf(counting, -Infinity);
      const touches = (this.interactions.get(visitorId) ?? [])
        .filter((row) => row.counted === 1)
        .map(touchOf);
      for (const each of evaluate(this.productId, customer, new Map([[visitorId, touches]]))) {
        Object.assign(each.row, each.facts);
        facts.push(each);
      }
    }
    return facts;
  }

  /**
   * Stores the touches and later conversions, whose ids are known only now.
   * @param onlyId id of the batch's conversion if it has one only
   */
  async storeTouches(facts: readonly NewFacts[], onlyId?: number): Promise<void> {
    const { tx, productId } = this;
    const stored = await select<{ id: number; cv_setting_id: number; event_id: string }>(tx)`SELECT id,
      cv_setting_id, event_id FROM conversion WHERE product_id = ${productId}
      AND visitor_id IN ${new Set(onlyId === undefined ? facts.map(({ row }) => row.visitor_id) : [])}`;
    const ids = new Map(stored.map((row) => [`${row.cv_setting_id}:${row.event_id}`, row.id]));
    const idOf = (row: NewConversionRow) => onlyId ?? ids.get(`${row.cv_setting_id}:${row.event_id}`);
    const rows = facts.flatMap(({ row, touches }) => {
      const id = idOf(row);
      return touches.map((touch) =>
        TOUCH_COLUMNS.map((column) => (column === 'conversion_id' ? id : touch[column])),
      );
    });
    await insertRows(tx, 'conversion_touch', TOUCH_COLUMNS, rows);
    const later = facts.flatMap(({ row, facts: { previous_time }, acquisition: { by } }) => {
      const [id, acquiredBy] = [idOf(row), by && idOf(by)];
      return id && by && acquiredBy
        ? [laterConversion(productId, { ...row, id }, previous_time, { ...by, id: acquiredBy })]
        : [];
    });
    await insertLaterConversions(tx, later);
  }

  /** Adds the number of derived events to the mark of each visitor. */
  mark(stale: StaleMarks): void {
    for (const visitorId of this.visitors) stale.storedWhole(visitorId, this.events.get(visitorId) ?? 0);
  }
}
