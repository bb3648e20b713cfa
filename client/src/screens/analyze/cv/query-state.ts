import type { TFunction } from 'i18next';
import { durationWords, formatDuration, formatNumber } from '../../../../../shared/format';
import { currentLanguage } from '../../../i18n/i18n';
import type { CvInfoPathsQuery, CvInfoRowsQuery, CvInfoSpreadQuery } from '../../../generated/graphql';
import { graphqlFilters } from '../../../kit/report/axes';
import type { ReportState } from '../../../kit/report/url-state';
import { dayText } from '../../../kit/tokyo-date';

/** Formats a time span. */
export const spanText = (seconds: number | null | undefined): string =>
  formatDuration(seconds, durationWords[currentLanguage()], { showZero: true });

export const timesText = (value: number | null | undefined, t: TFunction): string =>
  !value ? '-' : t('cvInfo.timesValue', { value: formatNumber(value) });

export type CvRow = CvInfoRowsQuery['cvInfo']['results'][number];
export type Spread = CvInfoSpreadQuery['cvInfo']['latencies'];
export type FrequentPath = CvInfoPathsQuery['cvInfo']['frequentPaths'][number];

/** Rows per page. */
export const PAGE_SIZE = 50;

/** Address parameters specific to this screen. */
export const OWN = {
  page: 'page',
  after: 'after',
  before: 'before',
  settings: 'cv',
  view: 'paths',
  repeats: 'repeats',
} as const;

/** Reads the page number. Defaults to 1 for an invalid one. */
function readPage(parameters: URLSearchParams): number {
  const page = Number(parameters.get(OWN.page) ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}

/** Cursor position of a page. Without a cursor, the page number gives the offset. */
export interface PageCursor {
  readonly page: number;
  readonly after: string | null;
  readonly before: string | null;
}

/** Cursor value for the last page. */
const END = 'end';

/** Reads the page from the address. */
export const readCursor = (parameters: URLSearchParams): PageCursor => ({
  page: readPage(parameters),
  after: parameters.get(OWN.after),
  before: parameters.get(OWN.before),
});

/** Writes the page to the address. The first page is omitted. */
export const cursorParameters = ({ page, after, before }: PageCursor): Record<string, string | null> => ({
  [OWN.page]: page === 1 ? null : String(page),
  [OWN.after]: after,
  [OWN.before]: before,
});

/** Returns the position of a page: by cursor for a neighbour or the last page, otherwise by number. */
export function cursorOfPage(
  to: number,
  {
    page,
    last,
    next,
    previous,
  }: { page: number; last: number; next: string | null; previous: string | null },
): PageCursor {
  if (to > 1 && to === last) return { page: to, after: null, before: END };
  if (to === page + 1 && next !== null) return { page: to, after: next, before: null };
  if (to > 1 && to === page - 1 && previous !== null) return { page: to, after: null, before: previous };
  return { page: to, after: null, before: null };
}

/** Reads the selected CV settings. */
export const readCvSettings = (parameters: URLSearchParams): number[] =>
  (parameters.get(OWN.settings) ?? '')
    .split(',')
    .filter((id) => /^[1-9]\d{0,8}$/.test(id))
    .map(Number);

/** Query variables shared by all parts of the screen. */
export const baseVariablesOf = (
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
