import { type ReportRow, isWithoutAd, metricValue, periodOf, rowKey, rowOnAxis } from './answer';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { axisOf } from '../../../../shared/catalog';
import { countDays, type DayRange, TermPeriodUnit } from '../../../../shared/domain/calendar';
import {
  RowTrendsDocument,
  type RowTrendsQuery,
  type RowTrendsQueryVariables,
  type TermPeriodUnit as GraphqlUnit,
} from '../../generated/graphql';
import type { NameColumn } from '../table/data-row';
import type { AxisFilters } from './axes';
import { changeOf, changeTexts, isFewEvents, joinedMeasures } from './measure-series';
import { narrowDocument } from './narrow-document';
import { reportVariables } from './query';
import type { ReportColumn, ReportQuery } from './types';
import { SparkLine } from '../chart/spark-line';
import { metricText } from '../table/number-cell';
import styles from './report-screen.module.css';

/** Rows of a row's periods, in order. */
export type RowTrend = readonly ReportRow[];

/** Milliseconds to collect rows that come into view into one request. */
const TOGETHER_MS = 60;

/** Loads the trends of rows that come into view, batched and once per row. Failed rows stay empty. */
export class RowTrends {
  private readonly known = new Map<string, RowTrend | undefined>();
  private readonly waiting = new Map<string, ReportRow>();
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly load: (rows: readonly ReportRow[]) => Promise<ReadonlyMap<string, RowTrend>>,
  ) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  of(key: string): RowTrend | undefined {
    return this.known.get(key);
  }

  request(key: string, row: ReportRow): void {
    if (this.known.has(key) || this.waiting.has(key)) return;
    this.waiting.set(key, row);
    this.timer ??= setTimeout(() => void this.read(), TOGETHER_MS);
  }

  private async read(): Promise<void> {
    const rows = [...this.waiting];
    this.waiting.clear();
    this.timer = undefined;
    for (const [key] of rows) this.known.set(key, undefined);
    const trends = await this.load(rows.map(([, row]) => row)).catch(() => new Map<string, RowTrend>());
    for (const [key] of rows) this.known.set(key, trends.get(key));
    for (const listener of this.listeners) listener();
  }
}

interface TrendCellProps {
  trends: RowTrends;
  /** Key of the row. */
  id: string;
  row: ReportRow;
  column: ReportColumn;
  unit: TermPeriodUnit;
}

/** Sparkline of a row's metric, requested when it is drawn; its space is reserved from the start. */
function TrendCell({ trends, id, row, column, unit }: TrendCellProps) {
  const { t } = useTranslation();
  const periods = useSyncExternalStore(trends.subscribe, () => trends.of(id));
  useEffect(() => trends.request(id, row), [trends, id, row]);
  const { measure } = column;
  const values = useMemo(
    () => (measure ? periods?.map((period) => metricValue(period, measure)) : undefined),
    [periods, measure],
  );
  const change = useMemo(
    () => (periods && measure && unit === TermPeriodUnit.DAY ? changeOf(periods, measure) : null),
    [periods, measure, unit],
  );
  const since =
    measure && change
      ? changeTexts(change, measure, periodOf(periods?.[change.at] ?? {})?.slice(5) ?? '', t)
      : undefined;
  const known = values?.filter((value) => value !== null) ?? [];
  const text = (value: number): string => metricText(value, { unit: column.unit, showZero: true });
  const spoken =
    known.length === 0
      ? undefined
      : t('report.rowTrendText', {
          measure: column.longTitle ?? column.title,
          unit: t(`report.rowTrendUnits.${unit}`),
          low: text(Math.min(...known)),
          high: text(Math.max(...known)),
          last: text(known.at(-1) ?? 0),
        });
  const words = [spoken, ...(since ? [since.since, since.detail] : [])].filter(Boolean).join(' ');
  return (
    <span
      className={`ic-block ic-wide ic-hidden ${styles.cell}`}
      {...(spoken === undefined ? {} : { role: 'img', 'aria-label': words, title: words })}
    >
      {values && measure && (
        <SparkLine values={values} bars={isFewEvents(measure, values)} change={change ?? undefined} />
      )}
    </span>
  );
}

const WIDTH = 120;
/** Maximum number of days; more points would not fit the small chart. */
const MAX_DAYS_BY_DAY = 92;
/**
 * Maximum number of days for weekly points. Weeks are summed from days, which gets slow for many rows; months
 * are stored.
 */
const MAX_DAYS_BY_WEEK = 184;

/** Returns the unit of the points: days, weeks beyond three months, months beyond half a year. */
export function trendUnit({ from, to }: DayRange): TermPeriodUnit {
  const days = countDays(from, to);
  return days <= MAX_DAYS_BY_DAY
    ? TermPeriodUnit.DAY
    : days <= MAX_DAYS_BY_WEEK
      ? TermPeriodUnit.WEEK
      : TermPeriodUnit.MONTH;
}

/** Returns whether filters can select the row. Direct conversions and ads without a value have no trend. */
const isChosen = (row: ReportRow, axes: ReportQuery['axes']): boolean =>
  !isWithoutAd(row) && axes.every((axis) => axisOf(axis).filter === null || rowOnAxis(row, axis).id !== null);

/** Returns the report's filters narrowed to these rows. */
export function filtersOfRows(
  rows: readonly ReportRow[],
  { axes, filters }: Pick<ReportQuery, 'axes' | 'filters'>,
): AxisFilters {
  const own = axes
    .filter((axis) => axisOf(axis).filter !== null)
    .map((axis) => [axis, [...new Set(rows.flatMap((row) => rowOnAxis(row, axis).id ?? []))]] as const);
  return { ...filters, ...Object.fromEntries(own) };
}

/** Column of row trends: the first measure by period, loaded for visible rows; undefined if hidden. */
export function useRowTrends(
  visible: boolean,
  query: ReportQuery,
  column: ReportColumn | undefined,
  rows: readonly ReportRow[] | undefined,
): NameColumn<ReportRow> | undefined {
  const { t } = useTranslation();
  const client = useApolloClient();
  const measure = visible ? column?.measure : undefined;
  const model = column?.model ?? query.model;
  const unit = trendUnit(query);
  // New rows answer another query, or the same one later, so their trends are reloaded.
  const trends = useMemo(() => {
    if (!measure || !rows) return undefined;
    const document = narrowDocument<typeof RowTrendsDocument>(RowTrendsDocument, joinedMeasures(measure));
    return new RowTrends(async (requestedRows) => {
      const byRow = new Map<string, ReportRow[]>();
      if (requestedRows.length === 0) return byRow;
      const { productId, dateFrom, dateTo, axis, filters, attributionModel, evaluation } = reportVariables({
        ...query,
        model,
        filters: filtersOfRows(requestedRows, query),
        // The rows already meet the conditions over the whole period.
        figures: [],
      });
      const variables: RowTrendsQueryVariables = {
        productId,
        dateFrom,
        dateTo,
        axis,
        filters,
        attributionModel,
        evaluation,
        otherAxes: query.axes.some((one) => one !== 'ad'),
        cvSettingIds: [...query.cvSettingIds],
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- GraphQL enum values are the upper-case unit names, as generated by server/graphql
        unit: unit.toUpperCase() as GraphqlUnit,
      };
      const { data } = await client.query<RowTrendsQuery, RowTrendsQueryVariables>({
        query: document,
        variables,
        fetchPolicy: 'no-cache',
      });
      for (const row of data?.report.results ?? []) {
        const key = rowKey({ ...row, period: null }, query.axes);
        const periods = byRow.get(key) ?? [];
        byRow.set(key, periods);
        periods.push(row);
      }
      return byRow;
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- new rows imply a new query
  }, [rows, measure, model, client]);
  return useMemo(() => {
    // The column keeps its space even without rows.
    if (!measure || !column) return undefined;
    const title = t('report.rowTrend');
    return {
      key: 'trend',
      title,
      width: WIDTH,
      render: ({ key, row }) =>
        trends &&
        isChosen(row, query.axes) && (
          <TrendCell trends={trends} id={key} row={row} column={column} unit={unit} />
        ),
    };
  }, [trends, measure, column, unit, query.axes, t]);
}
