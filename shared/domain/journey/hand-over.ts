import { compareEvents, DAY_MS, inEventOrder, VISIT_GAP_MS, type JourneyEvent } from './visits';

/** A landing joins a click at most this much older than itself by a click id (domain.md 8.3). */
export const CLICK_ID_AGE_MS = DAY_MS;
/** The click may also be younger: browsers follow a click in the background after the page. */
export const CLICK_ID_YOUNGER_MS = 60_000;

/** Click that landings can hand over. */
interface CarriedClick extends JourneyEvent {
  /** Keys of its click ids; empty for an excluded click, which no click id hands over. */
  readonly keys: readonly string[];
}

/** View that is not excluded and carries an interaction id (`a_iid`), or else click ids. */
interface CarryingView extends JourneyEvent {
  readonly visitorId: string;
  readonly interactionRef: string | null;
  /** Keys of its click ids; unused if it carries an interaction id. */
  readonly keys: readonly string[];
}

/**
 * Finds the landing that hands each click over: the earliest one by (time, id) that carries its id, or one of
 * its click ids (domain.md section 3, "Hand-over", and 8.3). A landing by click id takes one click: the
 * earliest in its window that no landing has taken before.
 *
 * @param clicks in any order; those that share click ids with the landings, and with each other
 * @param landings in any order
 * @returns the landing of each click that has one, by the click's id
 */
export function assignLandings<V extends CarryingView>(
  clicks: readonly CarriedClick[],
  landings: readonly V[],
): Map<string, V> {
  const ordered = inEventOrder(clicks);
  const ids = new Set(clicks.map(({ id }) => id));
  const byKey = new Map<string, CarriedClick[]>();
  for (const click of ordered)
    for (const key of click.keys) {
      const sharing = byKey.get(key);
      if (sharing) sharing.push(click);
      else byKey.set(key, [click]);
    }
  const taken = new Map<string, V>();
  for (const view of inEventOrder(landings)) {
    if (view.interactionRef !== null) {
      if (ids.has(view.interactionRef) && !taken.has(view.interactionRef))
        taken.set(view.interactionRef, view);
      continue;
    }
    const candidates = view.keys.flatMap((key) => {
      const first = byKey.get(key)?.find(({ id, time }) => {
        const age = view.time - time;
        return !taken.has(id) && age <= CLICK_ID_AGE_MS && age >= -CLICK_ID_YOUNGER_MS;
      });
      return first ?? [];
    });
    const [click] = candidates.sort(compareEvents);
    if (click) taken.set(click.id, view);
  }
  return taken;
}

/** Longest time between the landing inside an app and the one outside it (domain.md 8.4). */
export const APP_EXIT_MS = VISIT_GAP_MS;

/** Landing by `a_iid` with the fields that its way out of an app depends on. */
export interface AppLanding extends CarryingView {
  /** Whether its browser is a known in-app browser. */
  readonly inApp: boolean;
  /** Identifies its network: the address, for v6 its /64; null if unknown. */
  readonly network: string | null;
}

/**
 * Finds the landing to which a click moves once more, out of an app (domain.md 8.4): the next landing by
 * another visitor, if it comes from the same network within 30 minutes and from outside the apps.
 *
 * @param first the landing that hands the click over, by its id
 * @param landings all landings that carry the click's id, in any order
 * @returns null if the click stays; else it moves unless `first`'s visitor converts in between
 */
export function landingOutsideApp<V extends AppLanding>(first: V, landings: readonly V[]): V | null {
  if (!first.inApp || first.interactionRef === null) return null;
  const next = inEventOrder(landings).find(
    (view) => view.visitorId !== first.visitorId && compareEvents(view, first) > 0,
  );
  if (!next || next.inApp || next.time - first.time > APP_EXIT_MS) return null;
  return next.network !== null && next.network === first.network ? next : null;
}

/** Whether one of these instants lies between two landings, both inclusive. */
export const isBetween = (times: readonly number[], first: JourneyEvent, next: JourneyEvent): boolean =>
  times.some((time) => time >= first.time && time <= next.time);
