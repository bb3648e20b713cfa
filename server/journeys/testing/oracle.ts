import type { ClickEvent, ConversionEvent, IncomingEvent, ViewEvent } from '../events/incoming-event';

/**
 * Expected content of the logs, computed in a slow and simple way from all events at once, without the
 * product's own rules. Tests compare the derivation with it.
 */
export interface Truth {
  interactions: Map<
    string,
    { visitorId: string; counted: boolean; first: boolean; reference: string | null; access: string | null }
  >;
  views: Map<string, string | null>;
  /** By `setting:id`; later LAST conversions include the customer's first one. */
  conversions: Map<
    string,
    {
      repeated: boolean;
      previousTime: number | null;
      acquiredBy: string | null;
      paths: Record<number, string[]>;
    }
  >;
}

export interface OracleRules {
  termDays: number;
  isLast(cvSettingId: number): boolean;
  isExcluded(event: IncomingEvent): boolean;
  /** The order of a conversion; null if it stands for itself. */
  orderOf(conversion: ConversionEvent): string | null;
}

const HALF_HOUR = 1_800_000;
const before = (a: { time: number; id: string }, b: { time: number; id: string }) =>
  a.time !== b.time ? a.time - b.time : Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));

interface Contact {
  id: string;
  time: number;
  owner: string;
  counted: boolean;
  adId: number;
  /** The view that made or carries it. */
  view: ViewEvent | null;
  ids: string[];
}

const DAY = 86_400_000;
const MINUTE = 60_000;
const idsOf = (event: ClickEvent | ViewEvent): string[] => [
  ...Object.entries(event.clickIds ?? {}).map(([name, value]) => `${name}=${value}`),
  ...(event.xclid === null ? [] : [`a_xclid=${event.xclid}`]),
];
const isApp = (view: ViewEvent) => /Line\//.test(view.ua ?? '');
const network = ({ ip }: ViewEvent) => (ip?.includes(':') ? ip.split(':').slice(0, 4).join(':') : ip);

/** Finds the landing that hands each click over, by id or click id, or out of an app. */
function landingsOf(
  clicks: ClickEvent[],
  seen: ViewEvent[],
  conversions: ConversionEvent[],
  rules: OracleRules,
): Map<string, ViewEvent> {
  const taken = new Map<string, ViewEvent>();
  for (const view of seen) {
    const match = view.interactionRef
      ? clicks.find(({ id }) => id === view.interactionRef && !taken.has(id))
      : clicks
          .filter(
            (click) =>
              !taken.has(click.id) &&
              !rules.isExcluded(click) &&
              view.time - click.time <= DAY &&
              click.time - view.time <= MINUTE &&
              idsOf(click).some((id) => idsOf(view).includes(id)),
          )
          .sort(before)[0];
    if (match) taken.set(match.id, view);
  }
  for (const [id, first] of [...taken]) {
    if (!first.interactionRef || !isApp(first)) continue;
    const next = seen.find(
      (view) => view.interactionRef === id && view.visitorId !== first.visitorId && before(view, first) > 0,
    );
    if (!next || isApp(next) || next.time - first.time > HALF_HOUR || !first.ip) continue;
    const bought = conversions.some(
      (cv) =>
        !rules.isExcluded(cv) &&
        (cv.visitorId === first.visitorId || (cv.visitorId === null && cv.interactionRef === id)) &&
        cv.time >= first.time &&
        cv.time <= next.time,
    );
    if (network(first) === network(next) && !bought) taken.set(id, next);
  }
  return taken;
}

const pageOf = (url: string | null) => {
  const [path = '', query = ''] = (url ?? '').split('#')[0]!.split('?');
  return `${path}?${query.split('&').sort().join('&')}`;
};

/** Finds the newest counted contact of the visit that a view belongs to. */
function newestBefore(view: ViewEvent, mine: ViewEvent[], contacts: Contact[]): Contact | undefined {
  const from = ({ time, view: landing }: Contact) =>
    landing && time - landing.time <= MINUTE ? Math.min(time, landing.time) : time;
  const newest = contacts
    .filter((contact) => from(contact) <= view.time)
    .sort(before)
    .at(-1);
  if (!newest) return undefined;
  const latest = Math.max(...contacts.filter((contact) => from(contact) <= view.time).map(from));
  const steps = mine.filter((one) => one.time >= latest && before(one, view) <= 0).map(({ time }) => time);
  return [latest, ...steps].every((time, i, all) => i === 0 || time - all[i - 1]! <= HALF_HOUR)
    ? newest
    : undefined;
}

function contactsOf(
  clicks: ClickEvent[],
  views: ViewEvent[],
  conversions: ConversionEvent[],
  rules: OracleRules,
): Contact[] {
  const seen = views.filter((view) => !rules.isExcluded(view)).sort(before);
  const landings = landingsOf(clicks, seen, conversions, rules);
  const contacts = clicks.map((click): Contact => ({
    id: click.id,
    time: click.time,
    owner: landings.get(click.id)?.visitorId ?? click.visitorId,
    counted: !rules.isExcluded(click),
    adId: click.adId,
    view: landings.get(click.id) ?? null,
    ids: idsOf(click),
  }));
  for (const view of [...views].sort(before)) {
    const { landingAdId: adId, visitorId: owner, id, time } = view;
    if (adId === null || view.interactionRef !== null) continue;
    // A view's own click id of the network counts for the interaction only if it is stored as its xclid.
    const ids = idsOf(view).filter((one) => !one.startsWith('a_xclid=') || one === `a_xclid=${view.xclid}`);
    const mine = seen.filter((one) => one.visitorId === owner);
    const newest = newestBefore(
      view,
      mine,
      contacts.filter((contact) => contact.counted && contact.owner === owner),
    );
    const repeats =
      newest?.adId === adId &&
      ids.every((one) => newest.ids.includes(one)) &&
      (view.nav === 'reload' ||
        view.nav === 'back_forward' ||
        view.ownReferrer === true ||
        !view.referrer ||
        (newest.view !== null && pageOf(newest.view.url) === pageOf(view.url)));
    contacts.push({ id, time, owner, counted: !rules.isExcluded(view) && !repeats, adId, view, ids });
  }
  return contacts.sort(before);
}

function interactionOf(
  view: ViewEvent,
  views: ViewEvent[],
  contacts: Contact[],
  rules: OracleRules,
): string | null {
  if (rules.isExcluded(view)) return null;
  const newest = contacts
    .filter((c) => c.counted && c.owner === view.visitorId && c.time <= view.time)
    .at(-1);
  if (!newest) return null;
  const steps = views
    .filter(
      (one) =>
        !rules.isExcluded(one) &&
        one.visitorId === view.visitorId &&
        one.time >= newest.time &&
        one.time <= view.time,
    )
    .map((one) => one.time)
    .sort((a, b) => a - b);
  let at = newest.time;
  for (const step of steps) {
    if (step - at > HALF_HOUR) return null;
    at = step;
  }
  return newest.id;
}

const customer = (visitorId: string, userId: string | null) => (userId ? `u ${userId}` : `v ${visitorId}`);

export function oracle(events: readonly IncomingEvent[], rules: OracleRules): Truth {
  const views = events.filter((event) => event.type === 'view');
  const contacts = contactsOf(
    events.filter((event) => event.type === 'click'),
    views,
    events.filter((event) => event.type === 'conversion'),
    rules,
  );
  const truth: Truth = { interactions: new Map(), views: new Map(), conversions: new Map() };
  const term = rules.termDays * 86_400_000;
  const chains = new Map<string, { time: number; reference: string }>();
  for (const { id, time, owner, counted, view } of contacts) {
    const chain = chains.get(owner);
    const first = counted && (!chain || time - chain.time > term);
    const reference = !counted ? null : first ? id : (chain?.reference ?? null);
    if (counted) chains.set(owner, { time, reference: reference ?? id });
    truth.interactions.set(id, { visitorId: owner, counted, first, reference, access: view?.id ?? null });
  }
  for (const view of views) truth.views.set(view.id, interactionOf(view, views, contacts, rules));

  const owners = new Map(contacts.map((contact) => [contact.id, contact.owner]));
  const all = events.filter((event) => event.type === 'conversion');
  const named = new Map<ConversionEvent, string>();
  for (const cv of [...all].sort(before)) {
    const naming = (one: ConversionEvent) => one.visitorId ?? owners.get(one.interactionRef ?? '');
    const same = all
      .filter((one) => naming(one) && one.userId === cv.userId && !rules.isExcluded(one))
      .sort(before);
    const nearest = same.filter((one) => one.time <= cv.time).at(-1) ?? same[0];
    named.set(cv, naming(cv) ?? (nearest && naming(nearest)) ?? '?');
  }
  const orders = new Set<string>();
  const counting = all
    .filter((cv) => !rules.isExcluded(cv))
    .sort((a, b) => before(a, b) || a.cvSettingId - b.cvSettingId)
    .filter((cv) => {
      const order = rules.orderOf(cv);
      const key = `${cv.cvSettingId} ${order}`;
      return order === null || (!orders.has(key) && orders.add(key));
    });
  for (const [index, cv] of counting.entries()) {
    const visitorId = named.get(cv) ?? '?';
    const me = customer(visitorId, cv.userId);
    const earlier = counting
      .slice(0, index)
      .filter((one) => rules.isLast(one.cvSettingId) && customer(named.get(one) ?? '?', one.userId) === me);
    const previous = earlier.at(-1);
    const acquiring = rules.isLast(cv.cvSettingId) ? earlier[0] : undefined;
    const linked = new Set([visitorId]);
    if (cv.userId)
      for (const one of counting)
        if (one.userId === cv.userId && one.time <= cv.time) linked.add(named.get(one) ?? '?');
    const whole = contacts.filter(
      (c) => c.counted && linked.has(c.owner) && c.time <= cv.time && c.time >= cv.time - term,
    );
    const ids = (list: Contact[]) => list.map((contact) => contact.id);
    truth.conversions.set(`${cv.cvSettingId}:${cv.id}`, {
      repeated: previous !== undefined,
      previousTime: previous?.time ?? null,
      acquiredBy: acquiring ? `${acquiring.cvSettingId}:${acquiring.id}` : null,
      paths: previous
        ? { 2: ids(whole.filter((c) => c.time > previous.time)), 3: ids(whole) }
        : { 1: ids(whole) },
    });
  }
  return truth;
}
