import { isAdditive, measureName, type AxisKey } from '../../../../../shared/catalog';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { drawnMeasure } from './measures';

/** Options for the number of separate axis values; at most the number of colours. */
export const TOPS = [3, 5, 7];
const TOP = 5;

/**
 * Returns how many values are shown separately and the measure that ranks them: the drawn measure, or results
 * if it isn't additive.
 */
export function topOf(
  { state, parameter }: Pick<ReportControls, 'state' | 'parameter'>,
  axes: readonly AxisKey[],
): { top: number; topBy: string } | null {
  if (axes.length === 0) return null;
  const drawn = drawnMeasure(state);
  return {
    top: TOPS.find((known) => String(known) === parameter('top')) ?? TOP,
    topBy: measureName(isAdditive(drawn) ? drawn : 'cvTotalFinal'),
  };
}
