/** Common fields of all events: the outside id and the instant in epoch milliseconds. */
export interface JourneyEvent {
  readonly id: string;
  readonly time: number;
}

/**
 * Compares ids by their UTF-8 bytes, like the binary collation of both databases (domain.md section 3).
 * JavaScript compares UTF-16 units, which only differs between surrogate pairs and U+E000..U+FFFF.
 */
export function compareIds(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Ranks a UTF-16 unit so that surrogates (code points from U+10000) come after U+E000..U+FFFF. */
function codePointRank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}

/** Compares events by time, then id. All derived data is a function of this order (domain.md section 3). */
export const compareEvents = (a: JourneyEvent, b: JourneyEvent): number =>
  a.time - b.time || compareIds(a.id, b.id);

/** Returns a copy in (time, id) order. */
export const inEventOrder = <T extends JourneyEvent>(events: readonly T[]): T[] =>
  [...events].sort(compareEvents);

export const DAY_MS = 86_400_000;

/** Counted interaction of a visitor, with the product's tracking term (days) stored at recording. */
interface ReferenceTouch extends JourneyEvent {
  readonly trackingTerm: number;
}

/** Touch with its reference. */
interface ReferencedTouch<T extends ReferenceTouch> {
  readonly touch: T;
  /** Id of the interaction that opened the reference. */
  readonly referenceId: string;
  /** Whether this touch opened the reference. */
  readonly opens: boolean;
}

/**
 * Chains the counted interactions of ONE visitor into references (domain.md section 3): an interaction more
 * than tracking_term x 24 h after the previous one opens a reference; a gap of exactly the term joins.
 *
 * @param touches in any order
 * @returns in (time, id) order
 */
export function deriveReferences<T extends ReferenceTouch>(touches: readonly T[]): ReferencedTouch<T>[] {
  let referenceId = '';
  let previous: T | null = null;
  return inEventOrder(touches).map((touch) => {
    const opens: boolean = previous === null || touch.time - previous.time > touch.trackingTerm * DAY_MS;
    if (opens) referenceId = touch.id;
    previous = touch;
    return { touch, referenceId, opens };
  });
}

/** Longest gap inside a visit; exactly 30 minutes is inside (domain.md section 3). */
export const VISIT_GAP_MS = 30 * 60_000;

/** View and the interaction it belongs to, or null. */
interface PlacedView<V extends JourneyEvent> {
  readonly view: V;
  readonly interactionId: string | null;
}

/**
 * Finds the interaction of each view of ONE visitor (domain.md section 3, "Visit"): the newest counted one at
 * or before it (the same instant counts), if no step from there over the views in between exceeds 30 minutes.
 * Conversions bridge nothing, so they are no input.
 *
 * @param views the visitor's views that are not excluded, in any order
 * @param touches the visitor's counted interactions, in any order
 * @returns in (time, id) order
 */
export function deriveVisits<V extends JourneyEvent>(
  views: readonly V[],
  touches: readonly JourneyEvent[],
): PlacedView<V>[] {
  const ordered = inEventOrder(touches);
  let next = 0;
  let interactionId: string | null = null;
  let lastTime = 0;
  return inEventOrder(views).map((view) => {
    for (let touch = ordered[next]; touch && touch.time <= view.time; touch = ordered[++next]) {
      interactionId = touch.id;
      lastTime = touch.time;
    }
    // A broken chain stays broken until the next interaction.
    if (interactionId !== null && view.time - lastTime > VISIT_GAP_MS) interactionId = null;
    lastTime = view.time;
    return { view, interactionId };
  });
}

/** Conversion with the fields that order and repetition depend on. */
interface CustomerConversion extends JourneyEvent {
  readonly cvSettingId: number;
  /** Whether cv_type is LAST (final). MIDDLE conversions make no customer repeat. */
  readonly isLast: boolean;
}

/** Conversion in its customer's history. */
interface RepeatedConversion<C extends CustomerConversion> {
  readonly conversion: C;
  readonly isRepeat: boolean;
  /** Time of the customer's previous LAST conversion; null if there is none. */
  readonly previousLastTime: number | null;
  /** LAST conversion that acquired the customer, if it is an earlier one. */
  readonly acquiring: C | null;
}

/**
 * Returns the customer's identity: the advertiser's own id if given, else the browser. The two never merge
 * (domain.md section 1).
 */
export const customerKey = (visitorId: string, userId: string | null | undefined): string =>
  userId ? `user:${userId}` : `visitor:${visitorId}`;

/** Orders conversions by time, then the lower id, then the lower cv_setting_id (domain.md section 4). */
function compareConversions(
  a: Omit<CustomerConversion, 'isLast'>,
  b: Omit<CustomerConversion, 'isLast'>,
): number {
  return a.time - b.time || compareIds(a.id, b.id) || a.cvSettingId - b.cvSettingId;
}

/**
 * Derives the repeat conversions of ONE customer: those with an earlier LAST conversion (domain.md section
 * 4). The first LAST conversion acquired the customer.
 *
 * @param conversions the customer's conversions in the product that are not excluded, in any order
 * @returns earliest first
 */
export function deriveRepeats<C extends CustomerConversion>(
  conversions: readonly C[],
): RepeatedConversion<C>[] {
  let previousLastTime: number | null = null;
  let acquiring: C | null = null;
  return [...conversions].sort(compareConversions).map((conversion) => {
    const repeated = { conversion, isRepeat: previousLastTime !== null, previousLastTime, acquiring };
    if (conversion.isLast) {
      previousLastTime = conversion.time;
      acquiring ??= conversion;
    }
    return repeated;
  });
}

/**
 * Returns the visitors whose interactions form a conversion's path (domain.md section 4): its own visitor
 * and, with a customer id, every visitor with a conversion of that id at or before it.
 *
 * @param conversion the evaluated conversion
 * @param sameUser conversions of the product with the same customer id that are not excluded; empty without a
 * customer id
 */
export function pathVisitors(
  conversion: { readonly visitorId: string; readonly time: number },
  sameUser: readonly { readonly visitorId: string; readonly time: number }[],
): Set<string> {
  const visitors = new Set([conversion.visitorId]);
  for (const other of sameUser) if (other.time <= conversion.time) visitors.add(other.visitorId);
  return visitors;
}
