import type { AnalysisFilter, Axis } from '../../generated/graphql';
import { graphqlAxis, graphqlFilters } from './axes';
import type { ReportQuery } from './types';
import { dayText } from '../tokyo-date';

/**
 * Fetch options of all reports. Rows have no identity shared between queries, and normalising thousands of
 * them would take longer than fetching and drawing them.
 */
export const REPORT_OPTIONS = { fetchPolicy: 'no-cache' } as const;

/** Variables of every report document. */
export interface ReportVariables {
  productId: number;
  dateFrom: string;
  dateTo: string;
  compareFrom: string | null;
  compareTo: string | null;
  /** Whether to include today's values, and which day that is. */
  withToday: boolean;
  today: string | null;
  axis: Axis[];
  /** Whether rows need names besides the ad's: of other axes or attributes. */
  otherAxes: boolean;
  filters: AnalysisFilter;
  attributionModel: number | null;
  evaluation: number | null;
}

export const reportVariables = (query: ReportQuery): ReportVariables => ({
  productId: query.productId,
  dateFrom: dayText(query.from),
  dateTo: dayText(query.to),
  compareFrom: query.previous ? dayText(query.previous.from) : null,
  compareTo: query.previous ? dayText(query.previous.to) : null,
  withToday: query.beside !== undefined,
  today: query.beside === undefined ? null : dayText(query.beside),
  axis: query.axes.map(graphqlAxis),
  otherAxes: query.attributes.length > 0 || query.axes.some((axis) => axis !== 'ad'),
  filters: {
    ...graphqlFilters(query.filters),
    ...(query.figures?.length ? { figures: [...query.figures] } : {}),
  },
  attributionModel: query.model ?? null,
  evaluation: query.evaluation ?? null,
});
