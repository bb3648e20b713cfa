import type { IncomingEvent } from '../events/incoming-event';
import type { Events, Fixture } from './fixture';

/** mulberry32: small, seeded, good enough for test data. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
/** User agent of an in-app browser. */
const APP =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Safari Line/14.9.0';
export const EXCLUDED_IP = '192.0.2.7';

export function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j] as T, list[i] as T];
  }
  return list;
}

/**
 * Creates events of few visitors and ads on a coarse clock, so edge cases meet: same instants, gaps of
 * exactly 30 minutes and of exactly the term, hand-overs by ids and click ids, ways out of an app, repeated
 * landings, linked customers, exclusions.
 */
export function randomEvents(fixture: Fixture, make: Events, seed: number, count: number): IncomingEvent[] {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const start = Date.UTC(2026, 0, 1);
  const when = () => start + Math.floor(random() * 400) * pick([10, 15, 30]) * 60_000;
  const visitor = () => `v${Math.floor(random() * 5)}`;
  const odd = () => (random() < 0.06 ? { ip: EXCLUDED_IP } : random() < 0.04 ? { ua: BOT } : {});
  const G = () => `g${Math.floor(random() * 12)}`;
  const clickIds = () => {
    const kind = random();
    if (kind < 0.5) return {};
    return kind < 0.85 ? { clickIds: { gclid: G() } } : { clickIds: { fbclid: G(), gclid: G() } };
  };
  const browser = () => ({
    ua: pick([APP, APP, null]),
    ip: pick(['198.51.100.1', '198.51.100.2', '2001:db8:1:2::1', '2001:db8:1:2::2', null]),
  });
  const clicks = Array.from({ length: Math.ceil(count / 3) }, (_, n) =>
    make.click(pick(['c', 'C', 'é', '\u{1f600}', '\uff21']) + n, when(), visitor(), {
      adId: pick(fixture.ads),
      ...clickIds(),
      ...(random() < 0.2 ? { xclid: G() } : {}),
      ...odd(),
    }),
  );
  const events: IncomingEvent[] = [...clicks];
  for (let n = 0; events.length < count; n += 1) {
    const kind = random();
    if (kind < 0.1) events.push(make.view(`w${n}`, when(), visitor(), odd()));
    else if (kind < 0.25) {
      const time = random() < 0.7 ? pick(clicks).time + pick([-1, 0, 10, 1440]) * 60_000 : when();
      events.push(make.view(`j${n}`, time, visitor(), { clickIds: { gclid: G(), a_xclid: G() }, ...odd() }));
    } else if (kind < 0.4) {
      const click = pick(clicks);
      const time = random() < 0.5 ? click.time + pick([0, 10, 30]) * 60_000 : when();
      events.push(make.view(`h${n}`, time, visitor(), { interactionRef: click.id, ...browser(), ...odd() }));
    } else if (kind < 0.6) {
      const landing = {
        url: pick(['/x?a=1&b=2', '/x?b=2&a=1#top', '/y']),
        landingAdId: pick(fixture.ads.slice(0, 2)),
        nav: pick(['navigate', 'navigate', 'reload', 'back_forward', undefined] as const),
        referrer: pick([null, 'https://media.example/', 'https://shop.example/']),
        ownReferrer: random() < 0.3,
        ...(random() < 0.3 ? clickIds() : {}),
      };
      events.push(make.view(`l${n}`, when(), visitor(), { ...landing, ...odd() }));
    } else {
      const setting = {
        cvSettingId: pick([fixture.cv.last, fixture.cv.last, fixture.cv.other, fixture.cv.middle]),
      };
      const name = random();
      const userId = random() < 0.5 ? pick(['U1', 'U2', 'u1']) : null;
      const id = `o${n % 40}`;
      if (name < 0.7) events.push(make.conversion(id, when(), visitor(), { ...setting, userId, ...odd() }));
      else if (name < 0.9)
        events.push(
          make.conversion(id, when(), null, { ...setting, userId, interactionRef: pick(clicks).id }),
        );
      else events.push(make.conversion(id, when(), null, { ...setting, userId: pick(['U1', 'U2']) }));
    }
  }
  const keys = new Set<string>();
  return events.filter((event) => {
    const key =
      event.type === 'conversion' ? `${event.cvSettingId} ${event.id}` : `${event.type} ${event.id}`;
    return !keys.has(key) && keys.add(key);
  });
}

/** Gives most conversions one of a few orders, some of them written in another width. */
export function withOrders(events: readonly IncomingEvent[], seed: number): IncomingEvent[] {
  const random = randomOf(seed);
  return events.map((event) => {
    const order = Math.floor(random() * 12);
    const text = random() < 0.3 ? ` ${String.fromCharCode(0xff10 + (order % 10))} ` : String(order);
    return event.type === 'conversion' && random() < 0.7
      ? { ...event, args: String(new URLSearchParams({ order: text })) }
      : event;
  });
}
