import type { AnalysisFilter, Axis } from '../../generated/graphql';
import { graphqlAxis, graphqlFilters } from './axes';
import { dayText } from './period';
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
  compareFrom: string | null;
  compareTo: string | null;
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
  compareFrom: query.previous ? dayText(query.previous.from) : null,
  compareTo: query.previous ? dayText(query.previous.to) : null,
  axis: query.axes.map(graphqlAxis),
  otherAxes: query.axes.some((axis) => axis !== 'ad'),
  filters: graphqlFilters(query.filters),
  attributionModel: query.model ?? null,
  evaluation: query.evaluation ?? null,
});

/** A row with its figures of the days compared with; null where there was nothing. */
type ComparedRow = ReportRow & {
  readonly previous?: ReportRow['figures'] | null;
  readonly models?: readonly { readonly attributionModel: number; readonly figures: object; readonly previous: object | null }[];
};

/** What a report document answers. */
interface ReportAnswer {
  report: { results: readonly ComparedRow[]; total: ComparedRow; asOf: string; attributionModel: number; evaluation: number };
}

/** The row as it was in the days compared with. */
const earlierRow = (row: ComparedRow): ReportRow[] => {
  const { previous, models } = row;
  if (!previous) return [];
  return [{ ...row, figures: previous, models: models?.map(({ attributionModel, previous: figures }) => ({ attributionModel, figures })) }];
};

/** The result of Apollo's hook, as far as reports need it. */
interface HookResult {
  data?: ReportAnswer | undefined;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/** Rows and total, and the same of the days compared with; the total has a past wherever there is a comparison. */
function rowsOf(report: ReportAnswer['report'] | undefined): Pick<ReportData, 'rows' | 'total' | 'previousRows' | 'previousTotal'> {
  const [previousTotal] = report ? earlierRow(report.total) : [];
  return { rows: report?.results, total: report?.total, previousRows: previousTotal && report?.results.flatMap(earlierRow), previousTotal };
}

/** A hook's result as the report screen takes it; a failed refetch is shown by the error alone. */
export function reportData({ data, loading, error, refetch }: HookResult): ReportData {
  return {
    ...rowsOf(data?.report),
    asOf: data?.report.asOf,
    model: data?.report.attributionModel,
    evaluation: data?.report.evaluation,
    loading,
    error,
    refetch: () => void refetch().catch(() => undefined),
  };
}
