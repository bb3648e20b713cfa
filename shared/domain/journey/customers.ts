import { compareIds, type JourneyEvent } from './order';

/** Conversion with the fields that order and repetition depend on. */
export interface CustomerConversion extends JourneyEvent {
  readonly cvSettingId: number;
  /** Whether cv_type is LAST (final). MIDDLE conversions make no customer repeat. */
  readonly isLast: boolean;
}

/** Conversion in its customer's history. */
export interface RepeatedConversion<C extends CustomerConversion> {
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
export function customerKey(visitorId: string, userId: string | null | undefined): string {
  return userId ? `user:${userId}` : `visitor:${visitorId}`;
}

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
