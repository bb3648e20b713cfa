import { useMemo } from 'react';
import {
  axisKeys,
  deviceCode,
  drillDownSums,
  isEnumValue,
  logOfBaseMeasure,
  AttributionModel,
  NewAndExistingEvaluation,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type ExcludedValues,
  type MetricCell,
} from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { useRight } from '../../session/rights';
import { drillDownLogPath } from '../address';
import { isWithoutAd, joinedIn, rowOnAxis, type ReportRow } from './answer';
import type { ReportColumn, ReportQuery } from './types';

const valueOf = (axis: AxisKey, id: string): AxisValue =>
  axis === 'device' && deviceCode(id) !== null ? id : Number(id);

/** Returns the filters of a report narrowed to one row. */
export function conditionsOfRow(
  row: ReportRow,
  rowAxes: readonly AxisKey[],
  filters: ReportQuery['filters'],
): Pick<MetricCell, 'at' | 'noAd'> {
  const noAd = isWithoutAd(row);
  const at = new Map<AxisKey, readonly AxisValue[]>(
    axisKeys.flatMap((axis) =>
      filters[axis]?.length ? [[axis, filters[axis].map((id) => valueOf(axis, id))] as const] : [],
    ),
  );
  for (const axis of rowAxes) {
    const { id } = rowOnAxis(row, axis);
    if (id !== null) at.set(axis, [valueOf(axis, id)]);
    else if (!noAd) at.set(axis, [NO_VALUE]);
  }
  return { at: Object.fromEntries(at), noAd };
}

/** Returns the log path of a metric value's rows; undefined if the value is derived. */
export type MetricLinks = (row: ReportRow, column: ReportColumn) => string | undefined;

/** Report whose metric values are linked. */
interface LinkedReport {
  query: Pick<ReportQuery, 'productId' | 'from' | 'to' | 'filters'> &
    Partial<Pick<ReportQuery, 'cvSettingIds' | 'figures'>>;
  axes: readonly AxisKey[];
  total?: ReportRow | undefined;
  /** All rows of the report. A "rest" row covers everything that no other row covers. */
  rows?: readonly ReportRow[] | undefined;
  /** Returns the days of a row, if they differ from the report's. */
  daysOf?: ((row: ReportRow) => DayRange | undefined) | undefined;
  /** Attribution model and evaluation in use. */
  model?: number | undefined;
  evaluation?: number | undefined;
}

/**
 * Returns the values that a "rest" row excludes; null with several axes, because logs can't be filtered that
 * way.
 */
function exceptOf(rows: readonly ReportRow[], axes: readonly AxisKey[]): ExcludedValues | null {
  const [axis, ...others] = axes;
  if (axis === undefined || others.length > 0) return null;
  const apart = rows.filter((row) => joinedIn(row) === null);
  const values = apart.filter((row) => !isWithoutAd(row)).map((row) => rowOnAxis(row, axis).id);
  return {
    axis,
    values: [...new Set(values)].map((id) => (id === null ? NO_VALUE : valueOf(axis, id))),
    noAd: apart.some(isWithoutAd),
  };
}

const NO_ROWS: readonly ReportRow[] = [];

/**
 * Returns the links from metric values to their log rows; undefined without the right to see logs or media
 * costs.
 */
export function useMetricLinks({
  query,
  axes,
  total,
  rows = NO_ROWS,
  daysOf,
  model,
  evaluation,
}: LinkedReport): MetricLinks | undefined {
  const logs = useRight('logs');
  const ads = useRight('ads');
  const except = useMemo(() => exceptOf(rows, axes), [rows, axes]);
  return useMemo(() => {
    if (logs === 'none' && ads === 'none') return undefined;
    return (row, column) => {
      const { measure, sum, model: own } = column;
      const used = own ?? model;
      const isRest = joinedIn(row) !== null;
      // Logs can't be filtered by the metric values of a row.
      if (query.figures?.length && (row === total || isRest)) return undefined;
      if ((isRest && !except) || column.value(row) === null || column.value(row) === 0) return undefined;
      const days = row === total || !daysOf ? query : daysOf(row);
      if (!days) return undefined;
      const { from, to } = days;
      const [key] = sum
        ? [sum]
        : measure
          ? drillDownSums(measure, isEnumValue(AttributionModel, used) ? used : AttributionModel.LINEAR)
          : [];
      if (!key || (logOfBaseMeasure(key) === 'mediaCosts' ? ads : logs) === 'none') return undefined;
      return drillDownLogPath(query.productId, {
        key,
        from,
        to,
        ...conditionsOfRow(row, row === total || isRest ? [] : axes, query.filters),
        ...(isRest && except ? { except } : {}),
        evaluation: isEnumValue(NewAndExistingEvaluation, evaluation) ? evaluation : null,
        cvSettingIds: key === 'cvChosen' ? (query.cvSettingIds ?? []) : [],
      });
    };
  }, [logs, ads, query, axes, total, except, daysOf, model, evaluation]);
}
