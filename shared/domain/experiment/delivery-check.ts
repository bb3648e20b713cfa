import { MISMATCH_BELOW, sampleRatioP, type Delivered } from './sample-ratio';

/** What is known of a test's delivery. */
export interface Delivery {
  /** Visitors whose first contact was with the test, by variant, and the rates set today. */
  readonly variants: readonly Delivered[];
  /** Whether variants are chosen by rate today. */
  readonly isOn: boolean;
  /** Whether the rates were changed since the first of the days: today's tell nothing of all of them. */
  readonly isChanged: boolean;
}

/** Whether visitors fall to the variants as it was set; `few`, `changed` and `off` are no judgement. */
export type DeliveryCheck =
  | { readonly state: 'off' | 'changed' | 'few' }
  | { readonly state: 'matches' | 'mismatch'; readonly p: number };

/** Judges the delivery of a test, and only where its rates hold for all that was delivered. */
export function checkDelivery({ variants, isOn, isChanged }: Delivery): DeliveryCheck {
  if (!isOn) return { state: 'off' };
  // Whoever fell to a variant that gets nothing today was sent there by other rates.
  if (isChanged || variants.some(({ count, rate }) => rate <= 0 && count > 0)) return { state: 'changed' };
  const p = sampleRatioP(variants);
  if (p === null) return { state: 'few' };
  return { state: p < MISMATCH_BELOW ? 'mismatch' : 'matches', p };
}
