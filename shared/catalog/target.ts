import type { MeasureKey } from './measures';
import { entriesOf, keysOf } from '../records';

/** Targets of a month with the measures that they are compared with, in column order (interfaces.md 6.12). */
export const targetMeasures = {
  cv: 'cvTotalFinal',
  cost: 'adCost',
  cpa: 'cpa',
  roas: 'roas',
  amount: 'amountSum',
} as const satisfies Record<string, MeasureKey>;

export type TargetKey = keyof typeof targetMeasures;

/** All target keys in column order. */
export const targetKeys = keysOf(targetMeasures);

/** Returns the target of a measure; undefined if the measure has none. */
export const targetOf = (measure: MeasureKey): TargetKey | undefined =>
  entriesOf(targetMeasures).find(([, key]) => key === measure)?.[0];

/** Returns whether a target is a ceiling: costs should stay below it, results should reach it. */
export const isCeiling = (key: TargetKey): boolean => key === 'cost' || key === 'cpa';

/** Returns the key of a target's scope: an ad, an asp, or else the product. */
export function targetScope({
  adId,
  aspId,
}: {
  readonly adId?: number | null;
  readonly aspId?: number | null;
}): string {
  if (adId != null) return `ad ${adId}`;
  return aspId != null ? `asp ${aspId}` : 'product';
}
