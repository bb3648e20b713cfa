import type { ApolloClient } from '@apollo/client';
import { useMemo } from 'react';
import { costRankedBy, findMeasure } from '../../../../shared/catalog';
import { moreThanThese, type ReportAnswer } from './answer';
import { REPORT_OPTIONS, type ReportVariables } from './query';
import type { ReportState } from './url-state';

/** Reports of so many rows come whole at once. */
const AT_ONCE = 500;

/** Variables of documents whose rows may come in parts. */
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
 * Which rows stand on top; nothing where only all of them tell: among those looked for, and by an order of the screen's
 * own, as upwards, where it has nothing last, and by what costs nothing was brought for.
 */
function topOf({ sort, search }: ReportState): Pick<Variables, 'pageSize' | 'sortName' | 'sortAsc'> {
  const key = findMeasure(sort.key);
  return key && !sort.ascending && !costRankedBy(key) && !search.trim()
    ? { pageSize: AT_ONCE, sortName: sort.key, sortAsc: false }
    : {};
}

/**
 * Asks a report for the rows that stand on top, and only where there are more for all of them: of ten thousand the
 * first are seen while the others are put together. All of them can then be sorted and searched without asking.
 *
 * @param useReport the typed hook of the report's document
 */
export function useTopFirst<Answer extends ReportAnswer>(
  useReport: (options: Options) => Result<Answer>,
  variables: ReportVariables,
  state: ReportState,
): Result<Answer> {
  const question = JSON.stringify(variables);
  // The order at the time of asking: who sorts the rows of an answer asks nothing anew.
  // eslint-disable-next-line react-hooks/exhaustive-deps -- see above
  const top = useMemo(() => topOf(state), [question]);
  const first = useReport({ variables: { ...variables, ...top }, ...REPORT_OPTIONS });
  const isPart = first.data !== undefined && moreThanThese(first.data.report) !== undefined;
  const all = useReport({ variables, ...REPORT_OPTIONS, skip: !isPart });
  return isPart ? { ...all, data: all.error ? undefined : (all.data ?? first.data) } : first;
}
