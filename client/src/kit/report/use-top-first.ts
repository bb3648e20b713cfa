import type { ApolloClient } from '@apollo/client';
import { useMemo } from 'react';
import { rankingCostOf, findMeasure } from '../../../../shared/catalog';
import { totalCountIfPartial, type ReportAnswer } from './answer';
import { REPORT_OPTIONS, type ReportVariables } from './query';
import type { ReportState } from './url-state';

/** Row limit of the first query; smaller reports are complete with it. */
const TOP_ROWS = 500;

/** Variables of documents that can return part of the rows. */
interface Variables extends ReportVariables {
  pageSize?: number;
  sortName?: string;
  sortAsc?: boolean;
}

interface Options {
  variables: Variables;
  fetchPolicy: (typeof REPORT_OPTIONS)['fetchPolicy'];
  skip?: boolean;
}

interface Result<Answer> {
  data?: Answer | undefined;
  client: ApolloClient;
  loading: boolean;
  error?: unknown;
  refetch: () => Promise<unknown>;
}

/**
 * Returns the sort of the first query; empty if the top rows depend on all rows: during a search, for sort
 * keys of the screen, in ascending order (which puts empty values last), and for measures that rank costs
 * without results.
 */
function sortOfTopRows({ sort, search }: ReportState): Pick<Variables, 'pageSize' | 'sortName' | 'sortAsc'> {
  const key = findMeasure(sort.key);
  return key && !sort.ascending && !rankingCostOf(key) && !search.trim()
    ? { pageSize: TOP_ROWS, sortName: sort.key, sortAsc: false }
    : {};
}

/**
 * Queries the top rows first, and all rows only if there are more: users see the first of ten thousand rows
 * while the rest is computed. All rows can then be sorted and searched without another query.
 * @param useReport typed hook of the report's document
 */
export function useTopFirst<Answer extends ReportAnswer>(
  useReport: (options: Options) => Result<Answer>,
  variables: ReportVariables,
  state: ReportState,
): Result<Answer> {
  const question = JSON.stringify(variables);
  // Uses the sort at query time: sorting loaded rows triggers no new query.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  const top = useMemo(() => sortOfTopRows(state), [question]);
  const first = useReport({ variables: { ...variables, ...top }, ...REPORT_OPTIONS });
  const isPart = first.data !== undefined && totalCountIfPartial(first.data.report) !== undefined;
  const all = useReport({ variables, ...REPORT_OPTIONS, skip: !isPart });
  return isPart ? { ...all, data: all.error ? undefined : (all.data ?? first.data) } : first;
}
