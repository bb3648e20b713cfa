import type { ApolloClient, DocumentNode } from '@apollo/client';
import { figureOf, reportData, type ReportAnswer, type ReportData } from './answer';
import type { ReportVariables } from './query';
import { useReread } from './use-reread';

/** The result of Apollo's hook, as far as reports need it. */
interface HookResult {
  data?: ReportAnswer | undefined;
  client: ApolloClient;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

const conversionsOf = ({ report, today }: ReportAnswer): number =>
  (figureOf(report.total, 'cvTotalFinal') ?? 0) + (today ? (figureOf(today.total, 'cvTotalFinal') ?? 0) : 0);

/** A report's data, read again when its figures change. */
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
