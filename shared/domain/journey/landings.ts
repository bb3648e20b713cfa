import { CLICK_ID_YOUNGER_MS } from './hand-over';
import { compareEvents, inEventOrder, VISIT_GAP_MS, type JourneyEvent } from './visits';

/**
 * Signs that a landing by `a_ad` may repeat an earlier one (domain.md 8.2), as bits: a reload or history
 * navigation, a referrer on the shop's own hosts, no referrer.
 */
export const REPEAT_SIGN = { NAVIGATION: 1, OWN_REFERRER: 2, NO_REFERRER: 4 } as const;

/** Returns the URL without its fragment and with its query in order; landings compare by it. */
export function landingPageOf(url: string): string {
  const [page = ''] = url.split('#', 1);
  const mark = page.indexOf('?');
  if (mark < 0) return page;
  const parts = page.slice(mark + 1).split('&');
  const query = parts.filter((part) => part !== '').sort();
  return page.slice(0, mark) + (query.length > 0 ? `?${query.join('&')}` : '');
}

/** Contact of a visitor that a landing may repeat. */
interface Contact extends JourneyEvent {
  readonly adId: number;
  /** Page of its landing (see `landingPageOf`); null if it has none. */
  readonly page: string | null;
  /** Keys of its click ids. */
  readonly keys: readonly string[];
}

/** Counted interaction by a click, with the time of the landing that carries it. */
interface ClickContact extends Contact {
  readonly landedAt: number | null;
}

/** The interaction that a view makes if it counts. */
interface LandingContact extends Contact {
  /** Bits of REPEAT_SIGN. Null for rows of earlier versions, which count once per ad, URL and visit. */
  readonly signs: number | null;
}

/** View of a visitor; `landing` is null unless it names an ad by `a_ad` alone. */
interface LandingView extends JourneyEvent {
  readonly landing: LandingContact | null;
}

/** Whether a landing only repeats the visit's newest interaction (domain.md 8.2). */
function repeats(landing: LandingContact, newest: Contact | null): boolean {
  if (newest?.adId !== landing.adId || !landing.keys.every((key) => newest.keys.includes(key))) return false;
  return landing.signs !== 0 || (landing.page !== null && landing.page === newest.page);
}

const later = <T extends JourneyEvent>(a: T | null, b: T): T => (a && compareEvents(a, b) > 0 ? a : b);

/**
 * Returns the views of ONE visitor whose landing counts as an interaction (domain.md 8.2): all but those that
 * repeat the newest counted interaction of the same visit.
 *
 * @param views all of the visitor's views that are not excluded (views without an ad bridge gaps)
 * @param clicks the visitor's counted interactions by clicks
 */
export function selectCountedLandings<V extends LandingView>(
  views: readonly V[],
  clicks: readonly ClickContact[],
): V[] {
  // A click is handed over before its landing is judged, although it may be a little younger.
  const fromOf = ({ time, landedAt }: ClickContact): number =>
    landedAt !== null && time - landedAt <= CLICK_ID_YOUNGER_MS ? Math.min(time, landedAt) : time;
  const ordered = clicks
    .map((contact) => ({ contact, from: fromOf(contact) }))
    .sort((a, b) => a.from - b.from || compareEvents(a.contact, b.contact));
  let next = 0;
  let newest: Contact | null = null;
  let lastTime = 0;
  let lastView = -Infinity;
  const seen = new Set<string>();
  return inEventOrder(views).filter((view) => {
    for (let click = ordered[next]; click && click.from <= view.time; click = ordered[++next]) {
      newest = later(newest, click.contact);
      lastTime = click.from;
    }
    if (view.time - lastTime > VISIT_GAP_MS) newest = null;
    if (view.time - lastView > VISIT_GAP_MS) seen.clear();
    lastTime = view.time;
    lastView = view.time;
    const { landing } = view;
    if (!landing) return false;
    const place = `${landing.adId} ${landing.page}`;
    const isRepeat = landing.signs === null ? seen.has(place) : repeats(landing, newest);
    seen.add(place);
    if (!isRepeat) newest = later(newest, landing);
    return !isRepeat;
  });
}
