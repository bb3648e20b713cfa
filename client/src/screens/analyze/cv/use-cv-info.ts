import { useCvInfoPathsQuery, useCvInfoRowsQuery, useCvInfoSpreadQuery } from '../../../generated/graphql';
import { FigureNewsDocument, type FigureNewsQuery } from '../../../generated/first';
import { REPORT_OPTIONS } from '../../../kit/report/query';
import { useWatch, type Backlog } from '../../../kit/report/use-watch';
import type { Sort } from '../../../kit/table/measure-column';
import { PAGE_SIZE, type PageCursor, type baseVariablesOf } from './query-state';
import { ignored } from '../../../kit/ignored';

export interface CvInfoParams {
  question: ReturnType<typeof baseVariablesOf>;
  model: number | undefined;
  place: PageCursor;
  sort: Sort;
  compressed: boolean;
}

/**
 * Queries the parts of the screen separately: a page of rows doesn't wait for the totals over all
 * conversions.
 */
export function useCvInfo({ question, model, place, sort, compressed }: CvInfoParams) {
  const variables = {
    ...question,
    attributionModel: model ?? null,
    ...place,
    pageSize: PAGE_SIZE,
    sortName: sort.key,
    sortAsc: sort.ascending,
  };
  const rows = useCvInfoRowsQuery({ variables, ...REPORT_OPTIONS });
  const spread = useCvInfoSpreadQuery({ variables: question, ...REPORT_OPTIONS });
  const paths = useCvInfoPathsQuery({ variables: { ...question, compress: compressed }, ...REPORT_OPTIONS });
  const { productId, dateFrom: from, dateTo: to } = question;
  const refetch = async (): Promise<void> => {
    await Promise.all([rows.refetch(), spread.refetch(), paths.refetch()]);
  };
  const watch = {
    question: JSON.stringify(question),
    check: async (): Promise<FigureNewsQuery> => {
      const { data } = await rows.client.query<FigureNewsQuery>({
        query: FigureNewsDocument,
        variables: { productId, from, to },
        fetchPolicy: 'no-cache',
      });
      if (!data) throw new Error('The check returned no data');
      return data;
    },
    reread: refetch,
  };
  const failed = rows.error && !rows.data;
  const backlog: Backlog | null = useWatch(
    failed ? undefined : watch,
    rows.loading ? undefined : rows.data?.cvInfo.version,
  );
  return { rows, spread, paths, backlog, failed, refetch: () => void refetch().catch(ignored) };
}
