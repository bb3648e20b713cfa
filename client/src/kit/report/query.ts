import type { AnalysisFilter, Axis } from '../../generated/graphql';
import { graphqlAxis, graphqlFilters } from './axes';
import type { ReportQuery } from './types';
import { dayText } from '../tokyo-date';

/**
 * How every report is asked. Its rows have no identity that another query could share: to take thousands of them
 * apart for the cache and to put them together again would take longer than to fetch and draw them.
 */
export const REPORT_OPTIONS = { fetchPolicy: 'no-cache' } as const;

/** Variables that every report document takes. */
export interface ReportVariables {
  productId: number;
  dateFrom: string;
  dateTo: string;
  compareFrom: string | null;
  compareTo: string | null;
  /** Whether the figures of the day that runs are wanted beside, and which day that is. */
  withToday: boolean;
  today: string | null;
  axis: Axis[];
  /** Whether rows bear more names than the ad's: of other axes, or of its attributes. */
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
  filters: graphqlFilters(query.filters),
  attributionModel: query.model ?? null,
  evaluation: query.evaluation ?? null,
});
