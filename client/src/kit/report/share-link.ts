import type { DayRange } from '../../../../shared/domain/calendar';
import { periodParameters } from '../period/period';
import { WIDTHS, widthsText } from './column-widths';
import { axisText, savedChoice } from './saved-choice';
import { sortText, withParameters, type ReportState } from './url-state';

/** What only this user sees of a page, where a link shall show it to others: the widths of its columns. */
export const ownWidths = (page: string, userId: number): Record<string, string | null> => {
  const widths = widthsText(savedChoice(page).read(userId)?.widths);
  return widths === null ? {} : { [WIDTHS]: widths };
};

/**
 * The parameters of a link that shows the same to everybody: what the address leaves to the defaults is said.
 * @param pinned the days that a relative period stands for, where the link shall keep them
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
  });
