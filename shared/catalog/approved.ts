import { isKeyOf } from '../records';
import type { MeasureKey } from './measures';

/** The measures that count only approved conversions, by the measure that each replaces. */
export const approvedMeasures = {
  cvTotalFinal: 'cvApproved',
  amountSum: 'amountApproved',
  cpa: 'cpaApproved',
  roas: 'roasApproved',
} as const satisfies Partial<Record<MeasureKey, MeasureKey>>;

/**
 * Returns the measure to show if only approved conversions count; the measure itself if it has no counterpart.
 */
export const approvedMeasure = (key: MeasureKey): MeasureKey =>
  isKeyOf(approvedMeasures, key) ? approvedMeasures[key] : key;
