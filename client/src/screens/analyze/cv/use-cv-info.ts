import { useCvInfoPathsQuery, useCvInfoRowsQuery, useCvInfoSpreadQuery } from '../../../generated/graphql';
import { FigureNewsDocument, type FigureNewsQuery } from '../../../generated/first';
import { REPORT_OPTIONS } from '../../../kit/report/query';
import { useWatch, type Backlog } from '../../../kit/report/use-report-data';
import type { Sort } from '../../../kit/table/measure-column';
import { PAGE_SIZE, type PageCursor, type baseVariablesOf, type FrequentPath } from './query-state';
import { ignored } from '../../../kit/ignored';
import { useMemo } from 'react';
import {
  ALL_CV_SETTINGS,
  isEnumValue,
  NewAndExistingEvaluation,
  type PathFilter,
  type MetricCell,
} from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { drillDownLogPath } from '../../../kit/address';
import { conditionsOfRow } from '../../../kit/report/drill-down-links';
import type { ReportQuery } from '../../../kit/report/types';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/rights';

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
  const failed = rows.data ? undefined : rows.error;
  const backlog: Backlog | null = useWatch(
    failed ? undefined : watch,
    rows.loading ? undefined : rows.data?.cvInfo.version,
  );
  return { rows, spread, paths, backlog, failed, refetch: () => void refetch().catch(ignored) };
}

/** Links from the screen's metric values to the conversions behind them. */
export interface CvLinks {
  readonly all: string | undefined;
  readonly direct: string | undefined;
  along(along: PathFilter): string | undefined;
  /** Conversions of a path; undefined if an agency user may not see an ad on it. */
  path(path: FrequentPath): string | undefined;
  sales(path: FrequentPath): string | undefined;
}

interface CvLinksParams {
  readonly range: DayRange;
  readonly filters: ReportQuery['filters'];
  readonly cvSettingIds: readonly number[];
  /** Evaluation used for the metric values. */
  readonly evaluation: number | undefined;
  /** True if repeated contacts with an ad count as one step. */
  readonly compressed: boolean;
}

/** Returns drill-down links for all kinds of conversions. Returns undefined without access to logs. */
export function useCvLinks({
  range,
  filters,
  cvSettingIds,
  evaluation,
  compressed,
}: CvLinksParams): CvLinks | undefined {
  const logs = useRight('logs');
  const productId = useProductId();
  const { from, to } = range;
  const settings = cvSettingIds.join();
  return useMemo(() => {
    if (logs === 'none' || !isEnumValue(NewAndExistingEvaluation, evaluation)) return undefined;
    const chosen = settings === '' ? [] : settings.split(',').map(Number);
    const drillDown: MetricCell = {
      ...conditionsOfRow({}, [], filters),
      key: 'cvChosen',
      from,
      to,
      noAd: false,
      evaluation,
      cvSettingIds: chosen.length > 0 ? chosen : ALL_CV_SETTINGS,
    };
    const open = (of: Partial<MetricCell>): string | undefined =>
      drillDownLogPath(productId, { ...drillDown, ...of });
    const alongPath = ({ steps }: FrequentPath): Partial<MetricCell> | null => {
      const ads = steps.flatMap(({ adId }) => adId ?? []);
      if (ads.length < steps.length) return null;
      return ads.length === 0 ? { noAd: true } : { along: { path: { ads, repeats: !compressed } } };
    };
    return {
      all: open({}),
      direct: open({ noAd: true }),
      along: (along) => open({ along }),
      path(path) {
        const by = alongPath(path);
        return by ? open(by) : undefined;
      },
      sales(path) {
        const by = alongPath(path);
        // Sales cover final conversions of all CV settings.
        return by && chosen.length === 0 ? open({ ...by, key: 'amountSen', cvSettingIds: [] }) : undefined;
      },
    };
  }, [logs, productId, from, to, filters, settings, evaluation, compressed]);
}
