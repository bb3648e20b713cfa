import { useMemo } from 'react';
import {
  axisKeys,
  deviceCode,
  figuresBehind,
  isEnumValue,
  logOfFigure,
  AttributionModel,
  NewAndExistingEvaluation,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type Figure,
} from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { useRight } from '../../session/use-right';
import { figureLogPath } from '../figure-path';
import { isWithoutAd, joinedIn, rowOnAxis, type ReportRow } from './answer';
import type { ReportColumn, ReportQuery } from './types';


const valueOf = (axis: AxisKey, id: string): AxisValue => (axis === 'device' && deviceCode(id) !== null ? id : Number(id));

/** Where a row stands: what the report is filtered by, narrowed to what the row stands for. */
function placeOf(row: ReportRow, rowAxes: readonly AxisKey[], filters: ReportQuery['filters']): Pick<Figure, 'at' | 'noAd'> {
  const noAd = isWithoutAd(row);
  const at = new Map<AxisKey, readonly AxisValue[]>(axisKeys.flatMap((axis) => (filters[axis]?.length ? [[axis, filters[axis].map((id) => valueOf(axis, id))] as const] : [])));
  for (const axis of rowAxes) {
    const { id } = rowOnAxis(row, axis);
    if (id !== null) at.set(axis, [valueOf(axis, id)]);
    else if (!noAd) at.set(axis, [NO_VALUE]);
  }
  return { at: Object.fromEntries(at), noAd };
}

/** Where the rows behind a figure of a row are; undefined where it is made of others. */
export type FigureLinks = (row: ReportRow, column: ReportColumn) => string | undefined;

/** The report whose figures are opened. */
interface Opened {
  query: Omit<ReportQuery, 'attributes'>;
  axes: readonly AxisKey[];
  total: ReportRow | undefined;
  /** The days of a row, where these are not all that the report shows. */
  daysOf?: ((row: ReportRow) => DayRange | undefined) | undefined;
  /** What was used to compute it. */
  model: number | undefined;
  evaluation: number | undefined;
}

/** Where the rows behind each figure of a report are; undefined for those who may see neither logs nor what media report. */
export function useFigureLinks({ query, axes, total, daysOf, model, evaluation }: Opened): FigureLinks | undefined {
  const logs = useRight('logs');
  const ads = useRight('ads');
  return useMemo(() => {
    if (logs === 'none' && ads === 'none') return undefined;
    return (row, column) => {
      const { measure, model: own } = column;
      const used = own ?? model;
      // What is joined in one row is no choice that a log knows.
      if (!measure || joinedIn(row) !== null || column.value(row) === null || column.value(row) === 0) return undefined;
      const { from, to } = (row === total ? undefined : daysOf?.(row)) ?? query;
      const [key] = figuresBehind(measure, isEnumValue(AttributionModel, used) ? used : AttributionModel.LINEAR);
      if (!key || (logOfFigure(key) === 'mediaCosts' ? ads : logs) === 'none') return undefined;
      return figureLogPath(query.productId, {
        key,
        from,
        to,
        ...placeOf(row, row === total ? [] : axes, query.filters),
        evaluation: isEnumValue(NewAndExistingEvaluation, evaluation) ? evaluation : null,
        cvSettingIds: [],
      });
    };
  }, [logs, ads, query, axes, total, daysOf, model, evaluation]);
}
