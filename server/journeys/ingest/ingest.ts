import type { Dialect, Tx } from '../../db/database';
import {
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type Outcome,
  type ViewEvent,
  idFault,
} from '../events/incoming-event';
import { dayOf, endOfDay, formatDay } from '../../../shared/domain/calendar';
import { DAY_MS } from '../../../shared/domain/journey';
import { OPEN_DAYS } from '../../../shared/domain/retention';
import { parseRejection, rejectionReason } from '../../../shared/i18n/rejections';
import { LateEvents, lockOpenFrom } from '../privacy/seal';
import { ownDigests, restoreKeys, type Digests } from '../privacy/persons';
import { groupBy } from '../../platform/group-by';
import { MARKED_AFTER_MS, StaleMarks } from '../stale';
import { interactionsNamed, ownersOf, visitorOfCustomer, keyOf, knownKeys } from './known-keys';
import { SeenCounts } from '../seen/seen-counts';
import { clickKeyRows } from './click-keys';
import { FreshVisitors } from './fresh-visitors';
import { cancellationsOf, nameVisitor, queueStatuses, withOrder } from './postbacks';
import { orderDigest, orderOf, storeAmendments } from './amendments';
import {
  clickRow,
  conversionRow,
  excludedReason,
  landingRow,
  matchRow,
  refRow,
  viewRow,
  type ConversionInsert,
  type InteractionInsert,
  type ViewInsert,
  freeClickIds,
  spareId,
  storeRows,
} from './rows';
import { shareUserAgents } from './shared-user-agents';
import { SettingsInUse, type CurrentSettings, queueResults, type ResultOptions } from './current-settings';

/** True if an event was rejected because its day is sealed. */
export const isSealedReason = (reason: string): boolean => parseRejection(reason)?.key === 'sealed';

/** Whether an event has to be kept until its click or customer is known. */
export const waits = (outcome: Outcome | undefined): boolean =>
  outcome?.status === 'accepted' && outcome.waits === true;

/**
 * Events that commands store in one transaction: enough to hide the round trip to a server. Other processes wait
 * for the transaction of an embedded database, so it is short.
 */
export const EVENTS_AT_ONCE: Record<Dialect, number> = { sqlite: 200, mysql: 2000 };

/** Returns the reason why an event can't be stored although its endpoint accepted it; null if it can. */
function fault(event: IncomingEvent, settings: CurrentSettings, openFrom: number): string | null {
  const ids: [string, string | null][] = [
    ['id', event.id],
    ['visitor_id', event.visitorId],
    ['interaction_id', 'interactionRef' in event ? event.interactionRef : null],
    ['user_id', event.type === 'conversion' ? event.userId : null],
  ];
  for (const [name, id] of ids) {
    const reason = id === null ? null : idFault(name, id);
    if (reason !== null) return reason;
  }
  if (!Number.isSafeInteger(event.time)) return 'time is not an instant';
  // An amendment changes a conversion, and those of sealed days stay.
  if (event.time < openFrom && event.type !== 'amendment')
    return rejectionReason('sealed', { day: formatDay(dayOf(openFrom)) });
  if (event.type === 'click' && !settings.ads.has(event.adId))
    return rejectionReason('unknownAd', { id: event.adId });
  if (event.type === 'conversion' && !settings.cvSettings.has(event.cvSettingId)) {
    return rejectionReason('unknownCvSetting', { id: event.cvSettingId });
  }
  return null;
}

/** Stores the new events of one product; the first event of a key wins. */
class ProductBatch {
  private readonly stale: StaleMarks;
  private readonly seen: SeenCounts;
  private readonly now = Date.now();
  /** Events before this time mark their days. */
  private readonly markedBefore: number;
  private digests: Digests | undefined;

  constructor(
    private readonly tx: Tx,
    private readonly productId: number,
    private readonly settings: CurrentSettings,
    private readonly outcomes: Map<IncomingEvent, Outcome>,
    private readonly results: ResultOptions,
    private readonly late: LateEvents,
  ) {
    this.stale = new StaleMarks(productId);
    this.seen = new SeenCounts(productId, this.now);
    const { countedDay } = settings;
    this.markedBefore = Math.max(this.now - MARKED_AFTER_MS, countedDay === 0 ? 0 : endOfDay(countedDay) + 1);
  }

  async store(given: readonly IncomingEvent[]): Promise<void> {
    const { tx, productId, settings, now } = this;
    const events = [...given, ...(await cancellationsOf(tx, productId, given, settings.cvSettings, now))];
    const openFrom = await this.openFrom(events);
    const known = await knownKeys(this.tx, this.productId, events);
    const fresh: IncomingEvent[] = [];
    for (const event of events) {
      const reason = fault(event, this.settings, openFrom);
      if (reason !== null) this.outcomes.set(event, { status: 'rejected', reason });
      else if (known.keys.has(keyOf(event))) this.outcomes.set(event, { status: 'duplicate' });
      else {
        fresh.push(event);
        // A rejected event does not use up its id. For conversions and amendments, a rejection is known only later.
        if (event.type !== 'conversion' && event.type !== 'amendment') known.keys.add(keyOf(event));
      }
    }
    await restoreKeys(this.tx, this.productId, this.settings.rawLogsFrom, personsOf(fresh), this.stale);
    await freeClickIds(this.tx, this.productId, known.conflictingLandings, this.stale);
    const clicks = fresh.filter((event) => event.type === 'click');
    for (const click of clicks) known.interactionIds.add(click.id);
    const views = fresh.filter((event) => event.type === 'view');
    const visitors = await FreshVisitors.among(this.tx, this.productId, fresh);
    await this.storeContacts(clicks, views, known.interactionIds, visitors);
    await this.storeConversions(
      fresh.filter((event) => event.type === 'conversion'),
      visitors,
    );
    await queueStatuses(
      this.tx,
      events.filter(
        (event) => !waits(this.outcomes.get(event)) && this.outcomes.get(event)?.status !== 'rejected',
      ),
      this.now,
    );
    const amendments = fresh.filter((event) => event.type === 'amendment');
    for (const [event, outcome] of await storeAmendments(
      this.tx,
      this.productId,
      amendments,
      this.settings,
      this.stale,
      this.now,
    ))
      this.outcomes.set(event, outcome);
    visitors.mark(this.stale);
    await this.stale.save(this.tx);
    await this.seen.save(this.tx);
  }

  /**
   * Returns the start of the open days. Only events older than that can be sealed, so live events skip the
   * lookup.
   */
  private async openFrom(events: readonly IncomingEvent[]): Promise<number> {
    const recent = this.now - OPEN_DAYS * DAY_MS;
    return events.every((event) => event.time >= recent) ? -Infinity : lockOpenFrom(this.tx, this.productId);
  }

  private accept(event: IncomingEvent, excluded: string | null, visitorId: string): void {
    this.outcomes.set(event, { status: 'accepted' });
    this.seen.add(event);
    // An excluded click follows its landing too.
    if (excluded === null || event.type === 'click') this.stale.visitor(visitorId, event.time);
    // Rows of past days are already rolled up; those of open days are not, unless the clock was ahead.
    if (event.time < this.markedBefore) this.stale.day(dayOf(event.time));
  }

  private async storeContacts(
    clicks: ClickEvent[],
    views: ViewEvent[],
    taken: ReadonlySet<string>,
    visitors: FreshVisitors,
  ): Promise<void> {
    const interactions: InteractionInsert[] = [];
    const accesses: ViewInsert[] = [];
    const clicked: [ClickEvent, InteractionInsert][] = [];
    for (const event of clicks) {
      const ad = this.settings.ads.get(event.adId);
      if (!ad) continue;
      const excluded = excludedReason(event, this.settings);
      const row = this.late.strip(
        event,
        'interaction',
        clickRow(event, ad, this.settings, excluded, this.now),
      );
      interactions.push(row);
      clicked.push([event, row]);
    }
    for (const event of views) {
      const excluded = excludedReason(event, this.settings);
      accesses.push(this.late.strip(event, 'access', viewRow(event, excluded, this.now)));
      const { landingAdId: adId } = event;
      const ad = adId === null ? undefined : this.settings.ads.get(adId);
      if (adId !== null && ad && event.interactionRef === null) {
        const id = taken.has(event.id) ? spareId(event.id) : event.id;
        interactions.push(
          this.late.strip(
            event,
            'interaction',
            landingRow(event, id, { adId, ad }, this.settings, excluded, this.now),
          ),
        );
      }
      this.accept(event, excluded, event.visitorId);
    }
    await visitors.fillContacts(interactions, accesses, this.now);
    // A click handed over to its landing's visitor counts for that visitor only.
    for (const [event, row] of clicked) this.accept(event, row.excluded_reason, row.visitor_id);
    await shareUserAgents(this.tx, this.productId, [...interactions, ...accesses]);
    await storeRows(this.tx, 'interaction', 'id', interactions);
    await storeRows(this.tx, 'access', 'id', accesses);
    const rows = views.filter((event) => event.interactionRef !== null).map(refRow);
    await storeRows(this.tx, 'access_ref', 'access_id', rows);
    await storeRows(this.tx, 'click_key', 'event_id', clickKeyRows(interactions, views));
  }

  private async orderDigest(order: string | null): Promise<string | null> {
    if (order === null) return null;
    this.digests ??= await ownDigests(this.tx, this.productId);
    return orderDigest(this.digests, order);
  }

  private async storeConversions(events: readonly ConversionEvent[], visitors: FreshVisitors): Promise<void> {
    const owners = await ownersOf(this.tx, this.productId, interactionsNamed(events));
    const { mayWait = false } = this.results;
    const rows: ConversionInsert[] = [];
    const matches: NonNullable<ReturnType<typeof matchRow>>[] = [];
    const taken = new Set<string>();
    const naming: { id: string; time: number; visitorId: string; userId: string | null }[] = [];
    for (const event of events) {
      if (taken.has(keyOf(event))) {
        this.outcomes.set(event, { status: 'duplicate' });
        continue;
      }
      const customer = () =>
        visitorOfCustomer(
          this.tx,
          event,
          naming.filter((earlier) => earlier.userId === event.userId),
        );
      const cvSetting = this.settings.cvSettings.get(event.cvSettingId);
      const ordered = withOrder(event, cvSetting?.orderKey ?? null);
      const { named, visitorId } = await nameVisitor(this.tx, ordered, owners, customer, mayWait);
      if (visitorId === undefined || !cvSetting) {
        const field = event.interactionRef === null ? 'user_id' : 'interaction_id';
        const reason = rejectionReason('unknownVisitor', { field });
        this.outcomes.set(
          event,
          mayWait ? { status: 'accepted', waits: true } : { status: 'rejected', reason },
        );
        if (mayWait) taken.add(keyOf(event));
        continue;
      }
      taken.add(keyOf(event));
      const excluded = excludedReason(event, this.settings);
      rows.push(
        this.late.strip(
          event,
          'conversion',
          conversionRow(
            named,
            visitorId,
            cvSetting,
            this.settings,
            excluded,
            this.now,
            await this.orderDigest(orderOf(cvSetting.orderKey, named.args)),
          ),
        ),
      );
      const match = matchRow(event);
      if (match) matches.push(match);
      const names = named.visitorId !== null || named.interactionRef !== null;
      if (excluded === null && names)
        naming.push({ id: event.id, time: event.time, visitorId, userId: event.userId });
      this.accept(event, excluded, visitorId);
    }
    const facts = visitors.fillConversions(rows);
    const onlyId = await storeRows(this.tx, 'conversion', 'event_id', rows);
    await storeRows(this.tx, 'conversion_match', 'event_id', matches);
    await queueResults(this.tx, rows, this.results);
    await visitors.storeTouches(facts, onlyId);
  }
}

/** Collects the visitor and user ids of the events. */
const personsOf = (events: readonly IncomingEvent[]) => ({
  visitor: events.flatMap(({ visitorId }) => visitorId ?? []),
  user: events.flatMap((event) => (event.type === 'conversion' ? (event.userId ?? []) : [])),
});

const adIdOf = (event: IncomingEvent): number | null => {
  if (event.type === 'click') return event.adId;
  return event.type === 'view' ? event.landingAdId : null;
};

/**
 * Stores the events of all endpoints within the caller's transaction. Detects duplicates, decides exclusion,
 * stores the settings with each row (those of the event's arrival, else the current ones), and queues
 * visitors for derivation and conversions for results.
 *
 * @param results options for the conversions and their results
 * @returns one outcome per event, in the given order. A rejected event (deleted ad or setting, unknown
 * visitor) stores nothing and does not use up its id. Neither does a waiting one, until the caller keeps it.
 */
export async function ingest(
  tx: Tx,
  events: readonly IncomingEvent[],
  results: ResultOptions = {},
): Promise<Outcome[]> {
  const outcomes = new Map<IncomingEvent, Outcome>();
  const inUse = new SettingsInUse(tx);
  // In one order of products, so that concurrent writers wait instead of deadlocking.
  const groups = [...groupBy(events, (event) => event.productId)].sort(([a], [b]) => a - b);
  for (const [productId, group] of groups) {
    const adIds = new Set(group.map(adIdOf).filter((id) => id !== null));
    const cvSettingIds = new Set(
      group.flatMap((event) => (event.type === 'conversion' ? [event.cvSettingId] : [])),
    );
    const settings = await inUse.of(productId, [...adIds], [...cvSettingIds]);
    if (!settings) continue;
    const late = await LateEvents.among(tx, productId, group, settings.erasedUntil);
    const stored = group.map((event) => late.standIn(event));
    await new ProductBatch(tx, productId, settings, outcomes, results, late).store(stored);
    group.forEach((event, index) => {
      const outcome = outcomes.get(stored[index] ?? event);
      if (outcome) outcomes.set(event, outcome);
    });
  }
  await inUse.confirm();
  return events.map(
    (event) =>
      outcomes.get(event) ?? {
        status: 'rejected',
        reason: rejectionReason('unknownProduct', { id: event.productId }),
      },
  );
}
