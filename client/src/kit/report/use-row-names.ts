import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { isWithoutAd, joinedIn, rowOnAxis, type ReportRow } from './answer';
import { useDeviceLabel } from './use-device-label';

export interface RowNames {
  /** Name of a row on one axis. */
  on(row: ReportRow, axis: AxisKey): string;
  /** Attribute of the row's ad; null if the row has no ad. */
  attribute(row: ReportRow, axis: AxisKey): string | null;
  /** Name over all axes. */
  whole(row: ReportRow, axes: readonly AxisKey[]): string;
}

/** Returns the names of rows, with labels for direct CVs and for ads without the attribute. */
export function useRowNames(): RowNames {
  const { t } = useTranslation();
  const deviceLabel = useDeviceLabel();
  const on = useCallback(
    (row: ReportRow, axis: AxisKey): string => {
      const joined = joinedIn(row);
      if (joined !== null) return t('report.rest', { count: joined });
      const { label } = rowOnAxis(row, axis);
      if (label !== null) return axis === 'device' ? deviceLabel(label) : label;
      return isWithoutAd(row) ? t('report.noAd') : t('report.unset');
    },
    [t, deviceLabel],
  );
  const attribute = useCallback(
    (row: ReportRow, axis: AxisKey): string | null =>
      joinedIn(row) !== null || isWithoutAd(row) ? null : on(row, axis),
    [on],
  );
  const whole = useCallback(
    (row: ReportRow, axes: readonly AxisKey[]): string =>
      (joinedIn(row) === null ? axes : axes.slice(0, 1)).map((axis) => on(row, axis)).join(' / '),
    [on],
  );
  return useMemo(() => ({ on, attribute, whole }), [on, attribute, whole]);
}
