import { attributesBeside, hiddenAxes, type AxisKey } from '../../../../shared/catalog';
import type { ReportState } from './url-state';

/** The attributes of the ad that a page shows beside the axes: those chosen, else those that are not hidden on it at first. */
export function shownAttributes(
  page: string,
  { axes, attributes }: Pick<ReportState, 'axes' | 'attributes'>,
): AxisKey[] {
  const hidden = hiddenAxes(page);
  return attributesBeside(axes).filter((axis) =>
    attributes ? attributes.includes(axis) : !hidden.includes(axis),
  );
}
