import { isAdditive, measureName, type AxisKey } from '../../../../../shared/catalog';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { drawnMeasure } from './measures';

/** How many values of an axis may stand apart; as many as there are colours. */
export const TOPS = [3, 5, 7];
const TOP = 5;

/** How many values stand apart, and by which measure they are the highest: what is drawn, or results where that is no amount. */
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
