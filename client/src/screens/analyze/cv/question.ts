import type { CvInfoPathsQuery, CvInfoRowsQuery, CvInfoSpreadQuery } from '../../../generated/graphql';
import { graphqlFilters } from '../../../kit/report/axes';
import type { ReportState } from '../../../kit/report/url-state';
import { dayText } from '../../../kit/tokyo-date';

export type CvRow = CvInfoRowsQuery['cvInfo']['results'][number];
export type Spread = CvInfoSpreadQuery['cvInfo']['latencies'];
export type FrequentPath = CvInfoPathsQuery['cvInfo']['frequentPaths'][number];

/** Rows of a page of the list. */
export const PAGE_SIZE = 50;

/** Parameters of the address that are this screen's own. */
export const OWN = { page: 'page', settings: 'cv', view: 'paths', repeats: 'repeats' } as const;

/** Reads the number of a page; 1 for what is none. */
export function pageIn(parameters: URLSearchParams): number {
  const page = Number(parameters.get(OWN.page) ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Reads the chosen CV settings. */
export const settingsIn = (parameters: URLSearchParams): number[] =>
  (parameters.get(OWN.settings) ?? '').split(',').filter((id) => /^[1-9]\d{0,8}$/.test(id)).map(Number);

/** What all parts of the screen ask about. */
export const questionOf = (state: Pick<ReportState, 'filters' | 'evaluation'>, productId: number, days: { from: number; to: number }, cvSettingIds: readonly number[]) => ({
  productId,
  dateFrom: dayText(days.from),
  dateTo: dayText(days.to),
  evaluation: state.evaluation ?? null,
  cvSettingIds: [...cvSettingIds],
  filters: graphqlFilters(state.filters),
});
