import { MISMATCH_BELOW, sampleRatioP, type DeliveredVariant } from './sample-ratio';

/** Delivery data of a test. */
export interface Delivery {
  /** Visitors by variant, counted by their first interaction with the test, and today's rates. */
  readonly variants: readonly DeliveredVariant[];
  /** Whether variants are chosen by rate today. */
  readonly isOn: boolean;
  /** Whether the rates changed since the first day, so today's don't apply to all visitors. */
  readonly isChanged: boolean;
}

/** Whether visitors are split as set. `few`, `changed` and `off` are no verdict. */
export type DeliveryCheck =
  | { readonly state: 'off' | 'changed' | 'few' }
  | { readonly state: 'matches' | 'mismatch'; readonly p: number };

/** Checks the delivery of a test. Only possible if the current rates applied to all visitors. */
export function checkDelivery({ variants, isOn, isChanged }: Delivery): DeliveryCheck {
  if (!isOn) return { state: 'off' };
  // Visitors of a variant with rate 0 were delivered by earlier rates.
  if (isChanged || variants.some(({ count, rate }) => rate <= 0 && count > 0)) return { state: 'changed' };
  const p = sampleRatioP(variants);
  if (p === null) return { state: 'few' };
  return { state: p < MISMATCH_BELOW ? 'mismatch' : 'matches', p };
}
