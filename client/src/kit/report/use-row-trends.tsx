import { useApolloClient } from '@apollo/client/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { axisOf } from '../../../../shared/catalog';
import { countDays, TermPeriodUnit, type DayRange } from '../../../../shared/domain/calendar';
import {
  RowTrendsDocument,
  type RowTrendsQuery,
  type RowTrendsQueryVariables,
  type TermPeriodUnit as GraphqlUnit,
} from '../../generated/graphql';
import type { NameColumn } from '../table/data-row';
import { figureOf, isWithoutAd, rowKey, rowOnAxis, type ReportRow } from './answer';
import type { AxisFilters } from './axes';
import { narrowed } from './narrowed';
import { reportVariables } from './query';
import { RowTrends } from './row-trends';
import { TrendCell } from './trend-cell';
import type { ReportColumn, ReportQuery } from './types';

const WIDTH = 120;
/** A line of more points would be no clearer on so little room. */
const MOST_DAYS = 92;
/** Weeks are added up from days: of more of these, many rows take longer than a glance. Months are kept as they are. */
const MOST_DAYS_BY_WEEK = 184;

/** By what a line is drawn: days, beyond three months weeks, beyond half a year months. */
export function trendUnit({ from, to }: DayRange): TermPeriodUnit {
  const days = countDays(from, to);
  return days <= MOST_DAYS
    ? TermPeriodUnit.DAY
    : days <= MOST_DAYS_BY_WEEK
      ? TermPeriodUnit.WEEK
      : TermPeriodUnit.MONTH;
}

/** Whether filters can choose the row: direct conversions and ads without a value have no trend of their own. */
const isChosen = (row: ReportRow, axes: ReportQuery['axes']): boolean =>
  !isWithoutAd(row) && axes.every((axis) => axisOf(axis).filter === null || rowOnAxis(row, axis).id !== null);

/** The filters that choose these rows, of what the report is filtered by already. */
export function filtersOfRows(
  rows: readonly ReportRow[],
  { axes, filters }: Pick<ReportQuery, 'axes' | 'filters'>,
): AxisFilters {
  const own = axes
    .filter((axis) => axisOf(axis).filter !== null)
    .map((axis) => [axis, [...new Set(rows.flatMap((row) => rowOnAxis(row, axis).id ?? []))]] as const);
  return { ...filters, ...Object.fromEntries(own) };
}

/** The column of tiny trends: of the first figure by periods, read for the rows in sight; undefined where it is hidden. */
export function useRowTrends(
  shown: boolean,
  query: ReportQuery,
  column: ReportColumn | undefined,
  rows: readonly ReportRow[] | undefined,
): NameColumn<ReportRow> | undefined {
  const { t } = useTranslation();
  const client = useApolloClient();
  const measure = shown ? column?.measure : undefined;
  const model = column?.model ?? query.model;
  const unit = trendUnit(query);
  // Other rows are the answer to another question, or to the same one later: their trends are read again.
  const trends = useMemo(() => {
    if (!measure || !rows) return undefined;
    const document = narrowed<typeof RowTrendsDocument>(RowTrendsDocument, [measure]);
    return new RowTrends(async (wanted) => {
      const found = new Map<string, (number | null)[]>();
      if (wanted.length === 0) return found;
      const { productId, dateFrom, dateTo, axis, filters, attributionModel, evaluation } = reportVariables({
        ...query,
        model,
        filters: filtersOfRows(wanted, query),
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
        // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the contract names the units so; server/graphql makes them the same way
        unit: unit.toUpperCase() as GraphqlUnit,
      };
      const { data } = await client.query<RowTrendsQuery, RowTrendsQueryVariables>({
        query: document,
        variables,
        fetchPolicy: 'no-cache',
      });
      for (const row of data?.report.results ?? []) {
        const key = rowKey({ ...row, period: null }, query.axes);
        const values = found.get(key) ?? [];
        found.set(key, values);
        values.push(figureOf(row, measure));
      }
      return found;
    });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the rows stand for the question that they answer
  }, [rows, measure, model, client]);
  return useMemo(() => {
    // Its room is kept also while there are no rows.
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
