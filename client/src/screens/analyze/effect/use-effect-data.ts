import type { TFunction } from 'i18next';
import type { MeasureUnit, TransitionMeasureKey } from '../../../../../shared/catalog';
import type { ReportRow } from '../../../kit/report/answer';
import { mediaText } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import { useEffect, useRef } from 'react';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { AdEffectDocument, useAdEffectQuery, type AdEffectQuery } from '../../../generated/graphql';
import { graphqlAxis, graphqlFilters } from '../../../kit/report/axes';
import { REPORT_OPTIONS } from '../../../kit/report/query';
import type { ReportState } from '../../../kit/report/url-state';
import { useReread, type Watch } from '../../../kit/report/use-report-data';
import type { Sort } from '../../../kit/table/measure-column';
import { dayText } from '../../../kit/tokyo-date';
import { ignored } from '../../../kit/ignored';

const numberAt = (row: ReportRow, key: string): number => (typeof row[key] === 'number' ? row[key] : 0);
const over = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/** Returns a row with the totals of all displayed acquisition months. */
export const keyRow = ({
  total: { customers, cost, mediaCostDays, amount },
  cohorts,
}: EffectAnswer): ReportRow => ({
  customers,
  cost,
  mediaCostDays,
  amount,
  paid: cohorts.filter(({ payback }) => payback && !payback.forecast).length,
});

/** Key metrics above the heat maps. */
export function keyMetricColumns(countUnit: MeasureUnit, t: TFunction): ReportColumn[] {
  const metricColumn = (
    key: 'customers' | 'cost' | 'costPerCustomer' | 'amount' | 'roas' | 'paid',
    value: ReportColumn['value'],
    more: Pick<ReportColumn, 'unit' | 'direction' | 'mark'>,
  ): ReportColumn => ({
    key,
    title: t(`effect.key.${key}`),
    definition: t(`effect.keyHints.${key}`),
    group: '',
    value,
    ...more,
  });
  const rests = { mark: (row: ReportRow) => mediaText(numberAt(row, 'mediaCostDays'), t) };
  return [
    metricColumn('customers', (row) => numberAt(row, 'customers'), { unit: countUnit, direction: 'up' }),
    metricColumn('cost', (row) => numberAt(row, 'cost'), { unit: 'yen', direction: 'neutral', ...rests }),
    metricColumn('costPerCustomer', (row) => over(numberAt(row, 'cost'), numberAt(row, 'customers')), {
      unit: 'yen',
      direction: 'down',
      ...rests,
    }),
    metricColumn('amount', (row) => numberAt(row, 'amount'), { unit: 'yen', direction: 'up' }),
    metricColumn('roas', (row) => over(numberAt(row, 'amount'), numberAt(row, 'cost')), {
      unit: 'ratio',
      direction: 'up',
      ...rests,
    }),
    metricColumn('paid', (row) => numberAt(row, 'paid'), { unit: 'count', direction: 'up', ...rests }),
  ];
}

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
  /** Whether a row holds all acquisition months. */
  together: boolean;
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

export function variablesOf({ productId, range, state, measure, together, page, sort }: EffectParams) {
  return {
    productId,
    dateFrom: dayText(range.from),
    dateTo: dayText(range.to),
    axis: state.axes.map(graphqlAxis),
    otherAxes: state.axes.some((axis) => axis !== 'ad'),
    filters: graphqlFilters(state.filters),
    attributionModel: state.model ?? null,
    measure,
    together,
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
