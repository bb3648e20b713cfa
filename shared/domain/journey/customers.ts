import { compareIds, type JourneyEvent } from './order';

/** A conversion as far as order and repetition go. */
export interface CustomerConversion extends JourneyEvent {
  readonly cvSettingId: number;
  /** Whether it is of cv_type LAST (final); MIDDLE ones make nobody repeat. */
  readonly isLast: boolean;
}

/** A conversion in its customer's history. */
export interface RepeatedConversion<C extends CustomerConversion> {
  readonly conversion: C;
  readonly isRepeat: boolean;
  /** Time of the customer's previous LAST conversion; null for the first ones. */
  readonly previousLastTime: number | null;
  /** The LAST conversion that acquired the customer, if it is an earlier one. */
  readonly acquiring: C | null;
}

/** The customer's identity: the advertiser's own id where given, else the browser; the two never merge. */
export function customerKey(visitorId: string, userId: string | null | undefined): string {
  return userId ? `user:${userId}` : `visitor:${visitorId}`;
}

/** Earlier first: by time, then the lower id, then the lower cv_setting_id. */
function compareConversions(
  a: Omit<CustomerConversion, 'isLast'>,
  b: Omit<CustomerConversion, 'isLast'>,
): number {
  return a.time - b.time || compareIds(a.id, b.id) || a.cvSettingId - b.cvSettingId;
}

/**
 * Finds the repeat conversions of ONE customer: those with an earlier LAST conversion, the first of which acquired it.
 *
 * @param conversions all of the customer's conversions in the product that are not excluded, in any
 *   order; answered earliest first.
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
 * The visitors whose interactions make a conversion's path: its own, and for one with a customer id
 * every visitor that had a conversion with that id at or before it.
 *
 * @param conversion the evaluated one.
 * @param sameUser the conversions of the product with the same customer id that are not excluded;
 *   empty when it has none.
 */
export function pathVisitors(
  conversion: { readonly visitorId: string; readonly time: number },
  sameUser: readonly { readonly visitorId: string; readonly time: number }[],
): Set<string> {
  const visitors = new Set([conversion.visitorId]);
  for (const other of sameUser) if (other.time <= conversion.time) visitors.add(other.visitorId);
  return visitors;
}
