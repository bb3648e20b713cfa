import type { ApolloClient, DocumentNode } from '@apollo/client';
import { metricValue, reportData, type ReportAnswer, type ReportData } from './answer';
import type { ReportVariables } from './query';
import { useReread } from './use-reread';

/** The part of Apollo's hook result that reports use. */
interface HookResult {
  data?: ReportAnswer | undefined;
  client: ApolloClient;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

const conversionsOf = ({ report, today }: ReportAnswer): number =>
  (metricValue(report.total, 'cvTotalFinal') ?? 0) +
  (today ? (metricValue(today.total, 'cvTotalFinal') ?? 0) : 0);

/** Data of a report, reread when its metrics change. */
export function useReportData(
  result: HookResult,
  document: DocumentNode,
  variables: ReportVariables,
): ReportData {
  const { productId, dateFrom: from, dateTo, today } = variables;
  const { data, watch } = useReread(result, {
    document,
    variables,
    days: { productId, from, to: today ?? dateTo },
    conversionsOf,
  });
  return { ...reportData({ ...result, data }), watch };
}
