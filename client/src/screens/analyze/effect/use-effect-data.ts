import { useEffect, useRef } from 'react';
import type { TransitionMeasureKey } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { AdEffectDocument, useAdEffectQuery, type AdEffectQuery } from '../../../generated/graphql';
import { graphqlAxis, graphqlFilters } from '../../../kit/report/axes';
import { REPORT_OPTIONS } from '../../../kit/report/query';
import type { ReportState } from '../../../kit/report/url-state';
import { useReread } from '../../../kit/report/use-reread';
import type { Watch } from '../../../kit/report/use-watch';
import type { Sort } from '../../../kit/table/measure-column';
import { dayText } from '../../../kit/tokyo-date';
import { ignored } from '../../../kit/ignored';

export type EffectAnswer = AdEffectQuery['report'];
/** Cohort of one row, or of all rows together. */
export type EffectCohort = EffectAnswer['cohorts'][number];

/** Rows per page. Each row has up to 25 cells. */
export const PAGE_SIZE = 50;

export interface EffectParams {
  productId: number;
  range: DayRange;
  state: Pick<ReportState, 'axes' | 'filters' | 'model'>;
  measure: TransitionMeasureKey;
  page: number;
  /** Undefined sorts by the axis ids. */
  sort: Sort | undefined;
}

export interface EffectData {
  answer: EffectAnswer | undefined;
  /** Query that the answer belongs to. Stale rows keep their query until new rows arrive. */
  params: EffectParams;
  /** True if the answer belongs to an earlier query. */
  stale: boolean;
  loading: boolean;
  error: unknown;
  refetch: () => void;
  watch: Watch | undefined;
}

/** Unlimited range: forecasts use all cohorts, regardless of the displayed ones. */
const ALL_DAYS = { from: '1900-01-01', to: '2999-12-31' };

function variablesOf({ productId, range, state, measure, page, sort }: EffectParams) {
  return {
    productId,
    dateFrom: dayText(range.from),
    dateTo: dayText(range.to),
    axis: state.axes.map(graphqlAxis),
    otherAxes: state.axes.some((axis) => axis !== 'ad'),
    filters: graphqlFilters(state.filters),
    attributionModel: state.model ?? null,
    measure,
    page,
    pageSize: PAGE_SIZE,
    sortName: sort?.key ?? null,
    sortAsc: sort?.ascending ?? null,
  };
}

/** Loads the report and reloads it when its data changes. Keeps the last answer while loading. */
export function useEffectData(params: EffectParams): EffectData {
  const variables = variablesOf(params);
  const result = useAdEffectQuery({ variables, ...REPORT_OPTIONS });
  const { data, watch } = useReread(result, {
    document: AdEffectDocument,
    variables,
    days: { productId: params.productId, ...ALL_DAYS },
    conversionsOf: () => 0,
  });
  const last = useRef<{ answer: EffectAnswer; params: EffectParams } | undefined>(undefined);
  useEffect(() => {
    if (data) last.current = { answer: data.report, params };
  });
  const before = last.current;
  const keepsLast = !data && result.loading && before?.params.productId === params.productId;
  return {
    answer: data?.report ?? (keepsLast ? before.answer : undefined),
    params: keepsLast ? before.params : params,
    stale: keepsLast,
    loading: result.loading,
    error: data ? undefined : result.error,
    refetch: () => void result.refetch().catch(ignored),
    watch,
  };
}
