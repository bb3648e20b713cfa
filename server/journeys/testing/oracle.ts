import type { ClickEvent, ConversionEvent, IncomingEvent, ViewEvent } from '../events/incoming-event';

/**
 * Expected content of the logs, computed in a slow and simple way from all events at once, without the
 * product's own rules. Tests compare the derivation with it.
 */
export interface Truth {
  interactions: Map<
    string,
    { visitorId: string; counted: boolean; first: boolean; reference: string | null }
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
}

const HALF_HOUR = 1_800_000;
const before = (a: { time: number; id: string }, b: { time: number; id: string }) =>
  a.time !== b.time ? a.time - b.time : Buffer.compare(Buffer.from(a.id), Buffer.from(b.id));

interface Contact {
  id: string;
  time: number;
  owner: string;
  counted: boolean;
}

function contactsOf(clicks: ClickEvent[], views: ViewEvent[], rules: OracleRules): Contact[] {
  const seen = views.filter((view) => !rules.isExcluded(view)).sort(before);
  const owner = (click: ClickEvent) =>
    seen.find((view) => view.interactionRef === click.id)?.visitorId ?? click.visitorId;
  const contacts = clicks.map((click) => ({
    id: click.id,
    time: click.time,
    owner: owner(click),
    counted: !rules.isExcluded(click),
  }));
  for (const view of views.filter((one) => one.landingAdId !== null && one.interactionRef === null)) {
    const mine = seen.filter((one) => one.visitorId === view.visitorId);
    let visit: ViewEvent[] = [];
    let repeated = false;
    for (const [index, one] of mine.entries()) {
      if (index > 0 && one.time - (mine[index - 1]?.time ?? 0) > HALF_HOUR) visit = [];
      if (one === view) {
        repeated = visit.some(
          (earlier) =>
            earlier.landingAdId === view.landingAdId &&
            earlier.url === view.url &&
            earlier.interactionRef === null,
        );
      }
      visit.push(one);
    }
    contacts.push({
      id: view.id,
      time: view.time,
      owner: view.visitorId,
      counted: !rules.isExcluded(view) && !repeated,
    });
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
    rules,
  );
  const truth: Truth = { interactions: new Map(), views: new Map(), conversions: new Map() };
  const term = rules.termDays * 86_400_000;
  const chains = new Map<string, { time: number; reference: string }>();
  for (const { id, time, owner, counted } of contacts) {
    const chain = chains.get(owner);
    const first = counted && (!chain || time - chain.time > term);
    const reference = !counted ? null : first ? id : (chain?.reference ?? null);
    if (counted) chains.set(owner, { time, reference: reference ?? id });
    truth.interactions.set(id, { visitorId: owner, counted, first, reference });
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
  const counting = all
    .filter((cv) => !rules.isExcluded(cv))
    .sort((a, b) => before(a, b) || a.cvSettingId - b.cvSettingId);
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
