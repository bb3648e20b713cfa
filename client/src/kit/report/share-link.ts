import type { DayRange } from '../../../../shared/domain/calendar';
import { periodParameters } from '../period/period';
import { WIDTHS, widthsText } from './visible';
import { sortText } from '../table/measure-column';
import { axisText, savedChoice, type ReportState } from './url-state';
import { withParameters } from '../address';

/** Returns the user's column widths as URL parameters, for links that show them to others. */
export const ownWidths = (page: string, userId: number): Record<string, string | null> => {
  const widths = widthsText(savedChoice(page).read(userId)?.widths);
  return widths === null ? {} : { [WIDTHS]: widths };
};

/**
 * Returns the parameters of a link that shows the same view to everybody, with defaults spelled out.
 * @param pinned days to fix a relative period to
 */
export const linkParameters = (
  address: URLSearchParams,
  state: ReportState,
  pinned: DayRange | undefined,
): URLSearchParams =>
  withParameters(address, {
    ...periodParameters(pinned ? { preset: 'custom', range: pinned } : state.period),
    axis: axisText(state.axes),
    sort: sortText(state.sort),
    item: state.item,
    ...(state.columns ? { cols: state.columns.join(',') } : {}),
  });
