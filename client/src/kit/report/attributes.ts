import { attributesForAxes, hiddenAxes, type AxisKey } from '../../../../shared/catalog';
import type { ReportState } from './url-state';

/**
 * Returns the ad attributes shown beside the axes: the chosen ones, or those that the page shows by default.
 */
export function visibleAttributes(
  page: string,
  { axes, attributes }: Pick<ReportState, 'axes' | 'attributes'>,
): AxisKey[] {
  const hidden = hiddenAxes(page);
  return attributesForAxes(axes).filter((axis) =>
    attributes ? attributes.includes(axis) : !hidden.includes(axis),
  );
}
