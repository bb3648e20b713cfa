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
export const OWN = {
  page: 'page',
  after: 'after',
  before: 'before',
  settings: 'cv',
  view: 'paths',
  repeats: 'repeats',
} as const;

/** Reads the number of a page; 1 for what is none. */
function pageIn(parameters: URLSearchParams): number {
  const page = Number(parameters.get(OWN.page) ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Where a page of the list lies; without a place it is counted off by its number. */
export interface CvPlace {
  readonly page: number;
  readonly after: string | null;
  readonly before: string | null;
}

/** Before it lies the last page. */
const END = 'end';

/** Reads the page that an address states. */
export const placeIn = (parameters: URLSearchParams): CvPlace => ({
  page: pageIn(parameters),
  after: parameters.get(OWN.after),
  before: parameters.get(OWN.before),
});

/** The page as the address states it; the first one is not mentioned. */
export const placeParameters = ({ page, after, before }: CvPlace): Record<string, string | null> => ({
  [OWN.page]: page === 1 ? null : String(page),
  [OWN.after]: after,
  [OWN.before]: before,
});

/** The way to a page: by the places of the page in sight where it is a neighbour, or the last one; else by its number. */
export function placeOfPage(
  to: number,
  {
    page,
    last,
    next,
    previous,
  }: { page: number; last: number; next: string | null; previous: string | null },
): CvPlace {
  if (to > 1 && to === last) return { page: to, after: null, before: END };
  if (to === page + 1 && next !== null) return { page: to, after: next, before: null };
  if (to > 1 && to === page - 1 && previous !== null) return { page: to, after: null, before: previous };
  return { page: to, after: null, before: null };
}

/** Reads the chosen CV settings. */
export const settingsIn = (parameters: URLSearchParams): number[] =>
  (parameters.get(OWN.settings) ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);

/** What all parts of the screen ask about. */
export const questionOf = (
  state: Pick<ReportState, 'filters' | 'evaluation'>,
  productId: number,
  days: { from: number; to: number },
  cvSettingIds: readonly number[],
) => ({
  productId,
  dateFrom: dayText(days.from),
  dateTo: dayText(days.to),
  evaluation: state.evaluation ?? null,
  cvSettingIds: [...cvSettingIds],
  filters: graphqlFilters(state.filters),
});
