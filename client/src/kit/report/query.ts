import type { AnalysisFilter, Axis } from '../../generated/graphql';
import { graphqlAxis, graphqlFilters } from './axes';
import { dayText } from '../period/period';
import type { ReportData, ReportQuery, ReportRow } from './types';

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
  previousFrom: string | null;
  previousTo: string | null;
  compare: boolean;
  axis: Axis[];
  /** Whether rows stand for anything but ads, and need more names than the ad's. */
  otherAxes: boolean;
  filters: AnalysisFilter;
  attributionModel: number | null;
  evaluation: number | null;
}

export const reportVariables = (query: ReportQuery): ReportVariables => ({
  productId: query.productId,
  dateFrom: dayText(query.from),
  dateTo: dayText(query.to),
  previousFrom: query.previous ? dayText(query.previous.from) : null,
  previousTo: query.previous ? dayText(query.previous.to) : null,
  compare: query.previous !== undefined,
  axis: query.axes.map(graphqlAxis),
  otherAxes: query.axes.some((axis) => axis !== 'ad'),
  filters: graphqlFilters(query.filters),
  attributionModel: query.model ?? null,
  evaluation: query.evaluation ?? null,
});

/** One period of a report document. */
interface Part {
  results: readonly ReportRow[];
  total: ReportRow;
}

/** What a report document answers. */
interface ReportAnswer {
  current: Part & { asOf: string; attributionModel: number; evaluation: number };
  previous?: Part | null | undefined;
}

/** The result of Apollo's hook, as far as reports need it. */
interface HookResult {
  data?: ReportAnswer | undefined;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/** A hook's result as the report screen takes it; a failed refetch is shown by the error alone. */
export function reportData({ data, loading, error, refetch }: HookResult): ReportData {
  return {
    rows: data?.current.results,
    total: data?.current.total,
    previousRows: data?.previous?.results,
    previousTotal: data?.previous?.total,
    asOf: data?.current.asOf,
    model: data?.current.attributionModel,
    evaluation: data?.current.evaluation,
    loading,
    error,
    refetch: () => void refetch().catch(() => undefined),
  };
}
